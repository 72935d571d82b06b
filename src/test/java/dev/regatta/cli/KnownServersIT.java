package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.database.Database;
import dev.regatta.database.ListenAddress;
import dev.regatta.database.ServerForm;
import dev.regatta.host.Placement;
import dev.regatta.inputs.ArmServer;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Surroundings;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.MavenSetUp;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.stats.Median;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * Two versions of a server, each arm of a duel on its own, by the command a user would type. Two minutes:
 * {@code mvn verify -Pknown}.
 */
class KnownServersIT {

    /** Of an idle server, as a share of one CPU. */
    private static final double NEGLIGIBLE = 0.005;

    @Test
    void aHarmlessReleaseOfTheServerIsUnchanged() {
        long started = Clock.nanos();
        var output = new StringWriter();
        int code = run(output, "17.11.0", "18.6.0");
        System.out.println(output + "exit " + code + " after "
                + TimeUnit.NANOSECONDS.toSeconds(Clock.nanos() - started) + " s");
        assertThat(code).as(output.toString()).isEqualTo(Exits.GOOD);
        assertThat(output.toString()).contains("(server PostgreSQL 17.11 -> PostgreSQL 18.6)").contains("1 unchanged");
        MeasuredRun results = ResultsFile.read(
                Regatta.home().resolve(Path.of("target", "regatta", "compare", "results.jsonl.gz")));
        assertThat(results.facts().environments().get(Dialect.POSTGRESQL).fact("database.version"))
                .isEqualTo("PostgreSQL 18.6");
        CellMeasurement cell = results.cells().getFirst();
        assertThat(cell.forks()).filteredOn(fork -> fork.arm() == Arm.BASELINE).isNotEmpty()
                .extracting(fork -> fork.server().orElseThrow().toString())
                .allMatch(server -> server.startsWith("PostgreSQL 17.11, artifact 17.11.0"));
        assertThat(cell.forks()).filteredOn(fork -> fork.arm() == Arm.CANDIDATE).isNotEmpty()
                .extracting(fork -> fork.server().orElseThrow().toString())
                .allMatch(server -> server.startsWith("PostgreSQL 18.6, artifact 18.6.0"));
        for (Arm arm : List.of(Arm.BASELINE, Arm.CANDIDATE)) {
            // A server nobody asks uses none of its slice; the other arm's fork is no stranger on the client's CPU.
            assertThat(
                    median(cell, arm, around -> around.serverCpuNanos().orElseThrow() / (double) around.elapsedNanos()))
                    .as("share of a CPU that the %s's own server used", arm).isGreaterThan(0.2);
            assertThat(median(cell, arm, around -> around.foreignOnClientCpus().orElseThrow()))
                    .as("foreign share beside the %s", arm).isLessThan(0.2);
        }
    }

    @Test
    void aServerThatCannotBeHadIsOneSentence() {
        var output = new StringWriter();
        assertThat(run(output, "17.99.0", "18.6.0")).isEqualTo(Exits.NO_VERDICT);
        assertThat(output.toString()).contains("17.99.0, needed for the server of postgresql,");
    }

    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 17.11.0, 18.6.0", "MARIADB, 10.11.5, 11.4.5"})
    void anIdleServerCostsNothing(Dialect dialect, String older, String newer) throws InterruptedException {
        List<Database> databases = new ArrayList<>();
        try (var resolver = new RecipeResolver(Candidates.load(), MavenSetUp.STANDARD)) {
            for (String version : List.of(older, newer)) {
                databases.add(ArmServer.find(ServerForm.of(dialect, version), Optional.empty(),
                        name -> Optional.empty(), resolver, line -> {
                        }).start(ListenAddress.of(name -> Optional.empty()), Placement.detect(), line -> {
                        }));
            }
            TimeUnit.SECONDS.sleep(2);
            long[] before = databases.stream().mapToLong(database -> database.cpuNanos().orElseThrow()).toArray();
            TimeUnit.SECONDS.sleep(8);
            for (int i = 0; i < before.length; i++) {
                double share = (databases.get(i).cpuNanos().orElseThrow() - before[i]) / 8e9;
                System.out.printf("%s idle: %.3f %% of a CPU%n", databases.get(i).describe(), 100 * share);
                assertThat(share).as(databases.get(i).describe()).isLessThan(NEGLIGIBLE);
            }
        } finally {
            databases.forEach(Database::close);
        }
    }

    private static double median(CellMeasurement cell, Arm arm, ToDoubleFunction<Surroundings> of) {
        return Median.of(cell.pairs().stream().mapToDouble(pair -> of.applyAsDouble(pair.of(arm).surroundings()))
                .toArray());
    }

    private static int run(StringWriter output, String older, String newer) {
        var line = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations())
                .commandLine();
        line.setOut(new PrintWriter(output));
        line.setErr(new PrintWriter(output, true));
        return line.execute("compare", "--client", "pgjdbc+hikari/platform", "--workload", "select-1",
                "--server-baseline", older, "--server-candidate", newer);
    }
}
