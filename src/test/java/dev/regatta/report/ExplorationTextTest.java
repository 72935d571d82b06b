package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Exploration;
import dev.regatta.explore.Point;
import dev.regatta.explore.RatioReading;
import dev.regatta.explore.StartReading;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.gate.Outside;
import dev.regatta.protocol.ClientId;
import dev.regatta.report.html.ExplorationPage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

import java.util.ArrayList;
import java.util.regex.Pattern;

@Isolated
class ExplorationTextTest {

    @Test
    void theTextIsTheSameEverywhere() throws Exception {
        Golden.everywhere(getClass(), "exploration.txt",
                () -> text(SimulatedExploration.overLoad()) + "\n" + text(SimulatedExploration.overLatency()));
    }

    @Test
    void anIncompleteExplorationSaysSoFirst() {
        assertThat(text(SimulatedExploration.interrupted())).startsWith("The exploration is incomplete: ")
                .contains("(one set)", "nothing was measured of it", "not measured",
                        "Up to 3 sets of fresh JVMs measured")
                .doesNotContainPattern("/\\S+ +not found");
    }

    @Test
    void oneSetGivesEstimatesWithoutIntervals() {
        String text = text(SimulatedExploration.endedInTheSecondSet());
        assertThat(text.lines().filter(line -> line.matches("  [0-9,]+/s .*"))).hasSize(2 * 3 * 7)
                .allSatisfy(line -> assertThat(line).contains(" (one set) ").doesNotContain("±", "[", " - "));
        assertThat(text).contains("(one set) not told apart");
    }

    @Test
    void memoryNeverStandsWithoutItsJvmOptions() {
        assertThat(text(SimulatedExploration.overLoad()).replaceAll("\\s+", " ")
                .split("(to itself|process has), with -Xms256m -Xmx256m -XX:\\+UseSerialGC\\.", -1)).hasSize(1 + 1 + 3);
        assertThat(text(SimulatedExploration.overConcurrency()).replaceAll("\\s+", " ")
                .split("process has, with -Xms256m -Xmx256m -XX:\\+UseSerialGC\\.", -1)).hasSize(1 + 2);
    }

    @Test
    void whatComesFromOutsideStartsNoLineAndIsNoCommand() {
        String text = text(SimulatedExploration.outside(Outside.HOSTILE));
        assertThat(text).doesNotContain("\u001b", "\r", "\u0000", "##[error]").doesNotContainPattern("(?m)^::");
        assertThat(text).contains("<script>");
    }

    @Test
    void whatAServiceIsAndTakesStandsOnOneLine() {
        Exploration all = SimulatedExploration.overConcurrency();
        assertThat(text(all)).doesNotContain("deployed");
        Exploration told = ofServices(all);
        int rows = all.facts().plan().clients().size() * all.facts().plan().allConditions().size();
        assertThat(text(told).lines()
                .filter(line -> line.matches("  \\S+/\\S+ +23 MB +2\\.00 s ±0\\.\\d+% +10 +\\d+ .+ MiB .*/s .*")))
                .hasSize(rows);
        assertThat(ExplorationPage.page(told, ExplorationWords.RESUME)).contains("23 MB", "CPU / request",
                "memory / (request/s)");
    }

    /** As if its clients were services. */
    private static Exploration ofServices(Exploration all) {
        var starts = new ArrayList<StartReading>();
        for (int number = 1; number <= 10; number++) {
            for (ClientId client : all.facts().plan().clients()) {
                starts.add(new StartReading(client, number, 1_990_000_000L + 2_000_000L * number, 23_400_000));
            }
        }
        return new Exploration(all.facts(), all.points(), all.footprints(), all.ratios(), starts);
    }

    /** A start stood beside a latency that it did not have, and a closed loop without what made it. */
    @Test
    void theStartOfAServiceIsNearItsDatabaseAndItsClosedLoopHasASize() {
        assertThat(unwrapped(ofServices(SimulatedExploration.overLatency())))
                .contains(
                        "alone on the client's CPUs and without added latency; CPU time and throughput are those of the"
                                + " closed loop with 20 requests in flight.");
        assertThat(unwrapped(ofServices(SimulatedExploration.overLoad())))
                .contains("are those of the closed loop with 500 requests in flight.");
        assertThat(unwrapped(ofServices(SimulatedExploration.overConcurrency())))
                .contains("are those of the closed loop. ");
    }

    /** A generator that used all of it looked like a slow database. */
    @Test
    void theServersCpuIsAlsoThatOfTheGeneratorOfServices() {
        String sentence = "server CPU: that of the database and the generator together";
        Exploration all = SimulatedExploration.overLoad();
        assertThat(unwrapped(all)).doesNotContain(sentence);
        assertThat(unwrapped(ofServices(all))).contains(sentence);
        assertThat(ExplorationPage.page(ofServices(all), ExplorationWords.RESUME)).contains(sentence);
    }

    private static String unwrapped(Exploration exploration) {
        return text(exploration).replaceAll("\\s+", " ");
    }

    /** Those that were measured before slices took turns have none, and no table. */
    @Test
    void ratiosOfClosedLoopsAreToldWithTheRoundsThatWereDisturbed() {
        Exploration sweep = SimulatedExploration.overConcurrency();
        assertThat(text(sweep)).doesNotContain("as a ratio to");
        ClientId first = sweep.facts().plan().clients().getFirst();
        ClientId other = sweep.facts().plan().clients().getLast();
        var ratios = new ArrayList<RatioReading>();
        for (int set = 1; set <= 3; set++) {
            ratios.add(new RatioReading(other, first, sweep.facts().plan().allConditions().getFirst(), set, 0,
                    1.19 + 0.005 * set, 40, 3));
        }
        var told = new Exploration(sweep.facts(), sweep.points(), sweep.footprints(), ratios);
        assertThat(text(told)).contains("Throughput of closed loops, as a ratio to " + first)
                .containsPattern(
                        "1 +" + Pattern.quote(other.toString()) + " 1\\.200 \\[1\\.18\\d, 1\\.21\\d] +9 of 120")
                .containsPattern("2 +" + Pattern.quote(other.toString()) + " - +0 of 0");
        assertThat(ExplorationPage.page(told, ExplorationWords.RESUME)).contains("as a ratio to " + first, "9 of 120");
    }

    /** A closed loop goes on with what is left, and its numbers looked like any others. */
    @Test
    void ratiosOfSizesOfAPoolAreToldOfEachClient() {
        String text = text(SimulatedExploration.pools());
        assertThat(text).contains("Throughput of closed loops, as a ratio to pgjdbc+hikari/platform\n",
                "Throughput of closed loops, as a ratio to that of the same client with a pool of 5\n");
        String pools = text.substring(text.indexOf("the same client with"));
        assertThat(pools.substring(0, pools.indexOf("\n\n")).lines().skip(2).map(line -> line.replaceAll(" +", " ")))
                .containsExactly(" 20 pgjdbc+hikari/platform 1.499 [1.463, 1.536] 3 of 120",
                        " 20 r2dbc-postgresql+r2dbc-pool/event-loop 1.500 [1.464, 1.537] 0 of 120");
        assertThat(text(SimulatedExploration.overConcurrency()))
                .doesNotContain("with a pool of");
    }

    @Test
    void operationsThatFailedAreTold() {
        Exploration sweep = SimulatedExploration.overConcurrency();
        ClientId client = sweep.facts().plan().clients().getLast();
        assertThat(text(sweep)).doesNotContain("failed");
        var failing = new Exploration(sweep.facts(), sweep.points().stream()
                .map(point -> point.id().client().equals(client) && point.id().conditions().inFlight() == 500
                        ? failing(point, 700, "too many connections")
                        : point)
                .toList(), sweep.footprints());
        assertThat(text(failing).lines().filter(line -> line.contains("failed"))).singleElement().asString()
                .startsWith("  500 ").endsWith("2,100 operations failed, first: too many connections");
        assertThat(ExplorationPage.page(failing, ExplorationWords.RESUME))
                .contains("2,100 operations failed, first: too many connections");
    }

    private static Point failing(Point like, int errors, String problem) {
        return new Point(like.id(), like.rate(), like.offered(), like.achieved(), like.refused(), like.mostInFlight(),
                like.lateP99Nanos(), like.latencies(), like.clientNanos(), like.serverNanos(), like.clientShare(),
                like.serverShare(), like.allocated(), errors, like.wrong(), problem, like.disturbed());
    }

    private static String text(Exploration exploration) {
        return new ExplorationText(exploration, ExplorationWords.RESUME).text();
    }
}
