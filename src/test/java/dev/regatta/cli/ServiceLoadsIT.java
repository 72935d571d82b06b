package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.regatta.explore.Conditions;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.PointId;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Short explorations of real services, near their database and further away: they are started anew for that. */
class ServiceLoadsIT {

    private static final List<ClientId> SERVICES = List.of(ClientId.of("spring-mvc+jdbc/platform"),
            ClientId.of("quarkus-rest+agroal/virtual"));

    @TempDir
    private Path folder;

    private Exploration explored(String asked) {
        Path file = folder.resolve("services.json");
        var line = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations()).commandLine();
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        assertThat(
                line.execute(("explore --workload persons --sets 2 --point 300ms --seed 3 --database embedded " + asked
                        + " --file " + file + " -Dregatta.results=" + folder).split(" ")))
                .isEqualTo(Exits.GOOD);
        Exploration explored = ExplorationFile.read(file);
        assertThat(explored.facts().complete()).isTrue();
        return explored;
    }

    /** Under open loops, a millisecond from the database. */
    @Test
    void theLoadWithinALimitIsSearched() {
        Exploration explored = explored("--service spring-mvc+jdbc --sla p99=50ms --latency 1ms --load 100/s");
        ClientId service = ClientId.of("spring-mvc+jdbc/platform");
        Conditions conditions = explored.facts().plan().conditions();
        var curves = new Curves(explored);
        Curves.Carried carried = curves.carried(service, conditions);
        double closed = curves.closed(service, conditions).orElseThrow().readings().get(Quantity.ACHIEVED).value();
        assertThat(carried.searched()).isEqualTo(2);
        assertThat(carried.load().orElseThrow().value()).isBetween(closed / 10, closed * 1.5);
        Curves.Position offered = curves.of(service).getFirst();
        assertThat(offered.readings().get(Quantity.ACHIEVED).value()).isCloseTo(100, withinPercentage(30));
        assertThat(offered.errors()).isZero();
        assertThat(explored.of(service, conditions, PointId.Kind.SEARCH)).hasSizeGreaterThan(20)
                .allSatisfy(probe -> assertThat(probe.offered()).isPositive());
    }

    @Test
    void servicesTakeTurnsNearAndFar() throws Exception {
        Exploration explored = explored(
                "--service spring-mvc+jdbc,quarkus-rest+agroal/virtual --sweep latency=0,1ms --in-flight 1");
        assertThat(explored.facts().environment().fact("jvm.options")).isEqualTo("none");
        var curves = new Curves(explored);
        for (ClientId service : SERVICES) {
            assertThat(curves.start(service).orElseThrow().sets()).isEqualTo(10);
            assertThat(curves.deployed(service).orElseThrow()).isGreaterThan(10_000_000);
            List<Curves.Position> positions = curves.of(service);
            assertThat(positions).extracting(Curves.Position::x).containsExactly(0.0, 1000.0);
            assertThat(positions).allSatisfy(
                    position -> assertThat(position.readings()).containsKeys(Quantity.CLIENT_CPU, Quantity.SERVER_CPU));
            // One in flight, with one query that waits for a millisecond more.
            assertThat(positions.getLast().readings().get(Quantity.ACHIEVED).value()).isBetween(50.0, 1_000.0);
            assertThat(positions.getLast().readings().get(Quantity.P50).value()
                    - positions.getFirst().readings().get(Quantity.P50).value()).isGreaterThan(0.8e6);
            assertThat(explored.facts().plan().allConditions()).allSatisfy(
                    conditions -> assertThat(curves.memory(service, conditions).orElseThrow()).isGreaterThan(1e7));
        }
        assertThat(Files.readString(folder.resolve("exploration.html"))).contains("deployed", "CPU / request");
        assertThat(ProcessHandle.current().descendants().filter(process -> process.info().commandLine()
                .filter(words -> words.contains("service.jar") || words.contains("quarkus-run.jar")
                        || words.contains("GeneratorMain"))
                .isPresent()))
                .isEmpty();
    }
}
