package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
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

/** A short exploration of two real services, near their database and further away: they are started anew for that. */
class ServiceLoadsIT {

    private static final List<ClientId> SERVICES = List.of(ClientId.of("spring-mvc+jdbc/platform"),
            ClientId.of("quarkus-rest+agroal/virtual"));

    @TempDir
    private Path folder;

    @Test
    void servicesTakeTurnsNearAndFar() throws Exception {
        Path file = folder.resolve("services.json");
        var line = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations()).commandLine();
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        assertThat(line.execute(("explore --service spring-mvc+jdbc,quarkus-rest+agroal/virtual --workload persons"
                + " --sweep latency=0,1ms --in-flight 1 --sets 2 --point 300ms --seed 3 --database embedded --file "
                + file
                + " -Dregatta.results=" + folder).split(" "))).isEqualTo(Exits.GOOD);
        Exploration explored = ExplorationFile.read(file);
        assertThat(explored.facts().complete()).isTrue();
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
