package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.database.DatabaseMode;
import dev.regatta.explore.Ask;
import dev.regatta.explore.Axis;
import dev.regatta.explore.Conditions;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.LoadBench;
import dev.regatta.explore.LoadSet;
import dev.regatta.explore.Plan;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

class RealExplorationsTest {

    @TempDir
    private Path folder;

    /** A bench whose server starts or does not, and whose forks never do. */
    private record Broken(Optional<Fingerprint> server) implements LoadBench {

        @Override
        public Placement placement() {
            return Placement.NONE;
        }

        @Override
        public Fingerprint fingerprint() throws MeasurementFailure {
            return server.orElseThrow(() -> new MeasurementFailure("the server does not start"));
        }

        @Override
        public LoadSet set(int number) {
            throw new IllegalArgumentException("no fork starts");
        }
    }

    private void explore(LoadBench bench) {
        Plan plan = plan(Axis.LOAD, List.of(5.0), 0);
        RealExplorations.measured(bench, new ExploreRequest(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED,
                Optional.of(plan), Optional.empty(), OptionalInt.empty(), Optional.empty(), new TreeMap<>(),
                Duration.ofMinutes(1), file(), "./regatta explore --resume"), Optional.empty(), plan, List.of(),
                new TreeMap<>(), "0", line -> {
                });
    }

    private ExploreRequest asking(Optional<Ask> ask, OptionalInt cores) {
        return new ExploreRequest(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, Optional.empty(), ask, cores,
                Optional.empty(), new TreeMap<>(), Duration.ofMinutes(1), file(), "./regatta explore --resume");
    }

    /** Points of a client with fewer would stand under the number that was asked for. */
    @Test
    void moreCpusThanThereAreAreRefused() {
        assertThatThrownBy(() -> RealExplorations.placement(asking(Optional.empty(), OptionalInt.of(9999)),
                Optional.empty())).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--cores 9999: ");
        assertThat(RealExplorations.placement(asking(Optional.empty(), OptionalInt.empty()), Optional.empty()))
                .isEqualTo(Placement.detect());
        assertThat(RealExplorations.placement(
                asking(Optional.of(Ask.of("rate=5,sla=p99:1ms,cores=9999")), OptionalInt.empty()), Optional.empty()))
                .as("what this machine lacks is calculated").isEqualTo(Placement.detect());
    }

    /** On two CPUs no client could have both. */
    @Test
    void whereOperationsWaitAClientMayHaveAllCpus() {
        int all = Placement.detect().all().size();
        assertThat(RealExplorations.placement(asking(plan(Axis.LOAD, List.of(5.0), 1000), all), Optional.empty()))
                .isEqualTo(Placement.NONE);
        assertThatThrownBy(
                () -> RealExplorations.placement(asking(plan(Axis.LOAD, List.of(5.0), 999), all), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("--cores " + all + ": ");
        Exploration known = SimulatedExploration.overConcurrency();
        Facts facts = known.facts();
        var shared = new Exploration(new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(),
                facts.plan(), facts.ask(), facts.recipes(),
                facts.environment().with(Map.of(Fingerprint.PLACEMENT, Placement.NONE.asFact())), facts.inputs(), true),
                known.points(), known.footprints());
        assertThat(RealExplorations.placement(asking(Optional.empty(), OptionalInt.empty()), Optional.of(shared)))
                .isEqualTo(Placement.NONE);
    }

    private ExploreRequest asking(Plan plan, int cores) {
        return new ExploreRequest(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, Optional.of(plan), Optional.empty(),
                OptionalInt.of(cores), Optional.empty(), new TreeMap<>(), Duration.ofMinutes(1), file(),
                "./regatta explore --resume");
    }

    @Test
    void whoGoesOnHasTheCpusOfThen() {
        Exploration known = SimulatedExploration.overConcurrency();
        Placement then = Placement.of(known.facts().environment().fact(Fingerprint.PLACEMENT));
        assertThat(then).isNotEqualTo(Placement.NONE);
        assertThat(RealExplorations.placement(asking(Optional.empty(), OptionalInt.empty()), Optional.of(known)))
                .isEqualTo(Placement.detect(OptionalInt.of(then.clientCpus().size())));
    }

    private Path file() {
        return folder.resolve("exploration.json");
    }

    /** It named a file that was not there, and a command that could not go on. */
    @Test
    void whereNoServerStartsNothingIsThereToGoOnWith() {
        assertThatThrownBy(() -> explore(new Broken(Optional.empty()))).isInstanceOf(IllegalStateException.class)
                .hasMessage("the server does not start");
        assertThat(file()).doesNotExist();
    }

    @Test
    void theFileIsThereBeforeTheFirstForkStarts() {
        var server = new Fingerprint(new TreeMap<>(Map.of("cpu.model", "simulated")));
        assertThatThrownBy(() -> explore(new Broken(Optional.of(server)))).hasMessage("no fork starts");
        assertThat(file()).exists();
    }

    @Test
    void theFileDoesNotTellTheSecretOfAJvmOption() throws IOException {
        var server = new Fingerprint(new TreeMap<>(Map.of("jvm.options", "-Dpassword=hunter2")));
        assertThatThrownBy(() -> explore(new Broken(Optional.of(server)))).hasMessage("no fork starts");
        assertThat(Files.readString(file())).contains("-Dpassword=***").doesNotContain("hunter2");
    }

    /** Checking 100 operations of 20 round trips takes 100 s where the database is 50 ms away. */
    @Test
    void workersAreWaitedForByAsMuchAsTheDatabaseIsAway() {
        assertThat(RealExplorations.farthest(plan(Axis.LATENCY, List.of(0.0, 500.0, 50_000.0), 0)))
                .isEqualTo(Duration.ofMillis(50));
        assertThat(RealExplorations.farthest(plan(Axis.LOAD, List.of(), 1000))).isEqualTo(Duration.ofMillis(1));
    }

    private static Plan plan(Axis axis, List<Double> values, long latencyMicros) {
        return new Plan(List.of(ClientId.of("pgjdbc+hikari/virtual")), "select-1", axis, values, Optional.empty(),
                new Conditions(16, 256, latencyMicros), Arrivals.POISSON, 3, OptionalDouble.empty(), 1_000_000_000, 1);
    }
}
