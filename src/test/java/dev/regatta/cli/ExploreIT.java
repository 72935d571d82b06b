package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.Quantity;
import dev.regatta.protocol.ClientId;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A short exploration of real clients on an embedded server: {@code mvn verify -DskipUTs -Pexplore}. */
class ExploreIT {

    private static final Path FOLDER = Path.of("target", "explored").toAbsolutePath();
    private static final ClientId JDBC = ClientId.of("pgjdbc+hikari/virtual");
    private static final ClientId MARIADB = ClientId.of("mariadb+hikari/virtual");
    private static final ClientId VERTX = ClientId.of("vertx-pg-client+pool/event-loop");

    /** Files of a run that was ended by hand are not begun anew. */
    @BeforeAll
    static void nothingOfAnEarlierRun() throws IOException {
        for (String name : List.of("load.json", "sweep.json", "within.json")) {
            Files.deleteIfExists(FOLDER.resolve(name));
        }
    }

    private static int run(String arguments) {
        var line = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations())
                .commandLine();
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        return line.execute((arguments + " -Dregatta.results=" + FOLDER).split(" "));
    }

    @Test
    void anExplorationThatRunsOutOfTimeGoesOn() throws Exception {
        Path file = FOLDER.resolve("load.json");
        // Three sets: most of two points are both, and a pause at the end of either would be a load that is not carried.
        assertThat(run(
                "explore --client " + JDBC + "," + VERTX + " --workload select-1 --load 200/s,500/s,1000000/s --sets 3"
                        + " --point 300ms --seed 3 --database embedded --budget 14s --file " + file))
                .isEqualTo(Exits.NO_VERDICT);
        Exploration known = ExplorationFile.read(file);
        assertThat(known.facts().complete()).isFalse();
        // Of another commit nothing is mixed in.
        String text = Files.readString(file);
        Files.writeString(file, text.replace("\"commit\":\"" + known.facts().commit() + "\"", "\"commit\":\"abc\""));
        assertThat(run("explore --resume --file " + file)).isEqualTo(Exits.NO_VERDICT);
        Files.writeString(file, text.replace(known.facts().inputs().orElseThrow(), "0".repeat(64)));
        assertThat(run("explore --resume --file " + file)).isEqualTo(Exits.NO_VERDICT);
        Files.writeString(file, text);
        assertThat(run("explore --resume --file " + file)).isEqualTo(Exits.GOOD);
        Exploration whole = ExplorationFile.read(file);
        assertThat(whole.points()).doesNotHaveDuplicates().hasSize(3 * 2 * (1 + 3));
        // None on a machine so busy that the time was over before both clients were warm.
        assertThat(whole.points().subList(0, known.points().size())).isEqualTo(known.points());
        for (ClientId client : List.of(JDBC, VERTX)) {
            List<Curves.Position> positions = new Curves(whole).of(client);
            assertThat(positions).extracting(Curves.Position::x).containsExactly(200.0, 500.0, 1_000_000.0);
            assertThat(positions.getFirst().carried()).as("200/s with " + client).isTrue();
            assertThat(positions.getFirst().readings()).containsKeys(Quantity.P99, Quantity.CLIENT_CPU,
                    Quantity.SERVER_CPU);
            assertThat(positions.getLast().carried()).as("1000000/s with " + client).isFalse();
        }
        assertThat(Files.readString(FOLDER.resolve("exploration.html"))).contains(JDBC.toString(), VERTX.toString())
                .doesNotContain("NaN");
        assertThat(new Curves(whole).closedRatio(VERTX, JDBC, whole.facts().plan().conditions())).isPresent();
    }

    @Test
    void aSweepGoesFurtherAway() {
        Path file = FOLDER.resolve("sweep.json");
        assertThat(run("explore --client " + JDBC + "," + VERTX
                + " --workload select-1 --sweep latency=0,1ms --pool 4 --in-flight 4 --sets 2"
                + " --point 300ms --seed 3 --database embedded --file " + file)).isEqualTo(Exits.GOOD);
        Exploration whole = ExplorationFile.read(file);
        var curves = new Curves(whole);
        List<Curves.Position> positions = curves.of(JDBC);
        assertThat(positions).extracting(Curves.Position::x).containsExactly(0.0, 1000.0);
        // Four in flight, each waiting for a millisecond.
        assertThat(positions.getLast().readings().get(Quantity.ACHIEVED).value()).isBetween(500.0, 4_000.0)
                .isLessThan(positions.getFirst().readings().get(Quantity.ACHIEVED).value());
        assertThat(whole.facts().plan().allConditions()).hasSize(2).allSatisfy(conditions -> {
            assertThat(curves.closedRatio(VERTX, JDBC, conditions)).as("in turns").isPresent();
            assertThat(curves.closedRatio(VERTX, JDBC, conditions).get().bounded()).isTrue();
        });
    }

    @Test
    void theLoadWithinALimitIsSearchedForOnMariaDbToo() {
        Path file = FOLDER.resolve("within.json");
        assertThat(run("explore --client " + MARIADB
                + " --workload select-1 --load 300/s --sla p99=100ms --sets 2 --point 300ms --seed 3 --database embedded --file "
                + file)).isEqualTo(Exits.GOOD);
        Exploration whole = ExplorationFile.read(file);
        assertThat(whole.points()).filteredOn(point -> point.id().kind() == PointId.Kind.SEARCH)
                .extracting(Point::rate).hasSizeGreaterThan(4)
                .allSatisfy(rate -> assertThat(rate).isPositive());
        Curves.Carried carried = new Curves(whole).carried(MARIADB, whole.facts().plan().conditions());
        assertThat(carried.searched()).isEqualTo(2);
        assertThat(carried.load()).as("a search that finds nothing of an idle server").isPresent();
        assertThat(carried.load().get().value()).as("a server that answers in 0.1 ms").isGreaterThan(300);
        assertThat(carried.load().get().bounded()).isTrue();
    }
}
