package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Ask;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Facts;
import dev.regatta.explore.Point;
import dev.regatta.explore.PointId;
import dev.regatta.explore.SimulatedExploration;
import dev.regatta.protocol.Fingerprint;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

class AdviceTextTest {

    @Test
    void columnsOfTheLimitAndOfYourLoadAreToldApart() {
        String text = AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=1"),
                SimulatedExploration.overLoad(), ExplorationWords.RESUME);
        assertThat(text).startsWith(
                "Your load: 2,200 operations per second, each of 20 queries, while p99 is at most 10 ms.\n");
        assertThat(text).contains("carries within the limit", "bounded by", "your load", "p99 there", "held");
        assertThat(text).doesNotContain("NOT held", "incomplete");
    }

    /** 0.4 was "0 operations per second". */
    @Test
    void aRateIsToldAsItWasAskedFor() {
        for (String rate : List.of("0.4", "12.5", "2,200", "1,000,000.125")) {
            assertThat(AdviceText.of(Ask.of("rate=" + rate.replace(",", "") + "/s,sla=p99:10ms"),
                    SimulatedExploration.overLoad(), ExplorationWords.RESUME))
                    .startsWith("Your load: " + rate + " operations per second, ");
        }
    }

    @Test
    void aMachineWithFewerCpusSaysWhatALargerOneWouldMeasure() {
        assertThat(AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=2"),
                SimulatedExploration.overLoad(), ExplorationWords.RESUME).replaceAll("\\s+", " "))
                .contains(
                        "Here the client has 1 CPU, because the database needs one as well. On a machine with 3 CPUs or more"
                                + " this command measures 2.");
        assertThat(AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=1"),
                SimulatedExploration.overLoad(), ExplorationWords.RESUME)).doesNotContain("Here the client has");
        var all = SimulatedExploration.overLoad();
        var facts = all.facts();
        var ofOne = new Exploration(
                new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(), facts.plan(),
                        Optional.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=1")), facts.recipes(),
                        facts.environment(),
                        Optional.empty(), true),
                all.points(), all.footprints());
        assertThat(AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=2"), ofOne, ExplorationWords.RESUME))
                .as("it was measured with one because that was asked for").doesNotContain("Here the client has");
    }

    @Test
    void whatIsWiderThanWasAskedForIsSaidFirst() {
        var told = SimulatedExploration.within(0.01, 3);
        String open = "After 3 sets not known within 1.0 %: pgjdbc+hikari/virtual against pgjdbc+hikari/platform, load within"
                + " the limit: ";
        assertThat(new ExplorationText(told, ExplorationWords.RESUME).text().replaceAll("\\s+", " ")).startsWith(open)
                .contains(
                        "; r2dbc-postgresql+r2dbc-pool/event-loop against pgjdbc+hikari/platform, load within the limit: 0.",
                        "; r2dbc-postgresql+r2dbc-pool/event-loop against pgjdbc+hikari/virtual, load within the limit: 0.",
                        ". `./regatta explore --resume` adds sets.");
        assertThat(AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms"), told, ExplorationWords.RESUME)
                .replaceAll("\\s+", " ")).startsWith(open);
        assertThat(new ExplorationText(SimulatedExploration.overLoad(), ExplorationWords.RESUME).text())
                .doesNotContain("not known");
    }

    /** It said that more would be added. */
    @Test
    void whereThereAreAsManySetsAsMayBeNoneIsAdded() {
        assertThat(new ExplorationText(SimulatedExploration.within(0.01, 24), ExplorationWords.RESUME).text()
                .replaceAll("\\s+", " ")).startsWith("After 24 sets not known within 1.0 %: ")
                .contains(" No sets are added to 24 or more.").doesNotContain("adds sets");
    }

    /** It was as if it were known. */
    @Test
    void aLoadThatWasNotFoundHasNoRatioWithinWhatWasAskedFor() {
        String open = "After 3 sets not known within 50 %: " + SimulatedExploration.R2DBC
                + " against pgjdbc+hikari/platform, load within the limit: not found; " + SimulatedExploration.R2DBC
                + " against pgjdbc+hikari/virtual, load within the limit: not found. More sets do not change that.";
        assertThat(new ExplorationText(SimulatedExploration.notFound(0.5), ExplorationWords.RESUME).text()
                .replaceAll("\\s+", " ")).startsWith(open);
        assertThat(new ExplorationText(SimulatedExploration.within(0.5, 3), ExplorationWords.RESUME).text())
                .doesNotContain("not known");
    }

    @Test
    void theConnectionsOfAGateAreNotThoseOfAnExploration() {
        var all = SimulatedExploration.overLoad();
        var there = new Fingerprint(new TreeMap<>(Map.of("connections", "4", "cpu.count", "2")));
        var facts = all.facts();
        var told = new Exploration(new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(),
                facts.plan(), facts.ask(), facts.recipes(), there, Optional.empty(), true), all.points(),
                all.footprints());
        assertThat(new ExplorationWords(told).environment().facts()).containsOnlyKeys("cpu.count");
        assertThat(new ExplorationText(told, ExplorationWords.RESUME).text()).doesNotContain("connections 4");
    }

    @Test
    void aLimitThatNoLoadCanKeepToIsSaidToBeCalculated() {
        String text = AdviceText.of(Ask.of("rate=2200/s,queries=20,rtt=1ms,sla=p99:10ms"),
                SimulatedExploration.withoutLimit(), ExplorationWords.RESUME);
        assertThat(text.replaceAll("\\s+", " ")).contains("round trips 1 ms longer.",
                "No load can be within the limit: the round trips of an operation alone take 20 ms.");
        assertThat(text.lines().filter(line -> line.contains(" none* "))).hasSize(3);
        assertThat(text).doesNotContain("not found");
    }

    @Test
    void whatWasNotMeasuredYetIsNotCalledTooMuch() {
        String text = AdviceText.of(Ask.of("rate=3600/s,queries=20,sla=p99:10ms"), SimulatedExploration.interrupted(),
                ExplorationWords.RESUME);
        assertThat(text).startsWith("The exploration is incomplete: it ended after 9 points.")
                .containsPattern("Give\\s+the same --ask");
        assertThat(text).contains("held once").doesNotContain("NOT held", "not found");
        var kept = SimulatedExploration.interrupted();
        Facts facts = kept.facts();
        Ask ask = Ask.of("rate=3600/s,queries=20,sla=p99:10ms");
        assertThat(AdviceText.of(ask, new Exploration(new Facts(facts.schema(), facts.tool(), facts.commit(),
                facts.started(), facts.plan(), Optional.of(ask), facts.recipes(), facts.environment(), Optional.empty(),
                false),
                kept.points(), kept.footprints()), ExplorationWords.RESUME)).contains("The exploration is incomplete")
                .doesNotContain("--ask");
        assertThat(text.lines().filter(line -> line.contains("/") && line.contains("not measured"))).hasSize(3)
                .filteredOn(line -> line.contains("held once")).hasSize(1);
    }

    /** It printed "not found", "NOT held" and dashes for every client. */
    @Test
    void oneSetGivesEstimatesWithoutIntervals() {
        String text = AdviceText.of(Ask.of("rate=3200/s,queries=20,sla=p99:10ms,cores=1"),
                SimulatedExploration.endedInTheSecondSet(), ExplorationWords.RESUME);
        List<String> rows = text.lines().filter(line -> line.matches("  \\S+/\\S+ .*")).toList();
        assertThat(rows).hasSize(3).allSatisfy(row -> assertThat(row)
                .matches("  \\S+ +a [0-9,]+/s \\(one set\\) .*(held|missed) once .* \\(one set\\) +[0-9.]+ +[0-9.]+ .*")
                .doesNotContain("NOT held", "not found", "["));
        assertThat(text.replaceAll("\\s+", " "))
                .contains("(one set): an estimate from one set of fresh JVMs, which has no"
                        + " interval and tells no clients apart.");
    }

    /** A point that the generator was late for tells nothing of the client, unless it kept to the limit all the same. */
    @Test
    void aLoadThatWasNotStartedOnTimeIsNotCalledTooMuch() {
        String text = AdviceText.of(Ask.of("rate=3600/s,queries=20,sla=p99:1ms"), SimulatedExploration.overLoad(),
                ExplorationWords.RESUME);
        assertThat(text.lines().filter(line -> line.contains(SimulatedExploration.JDBC.toString()))).singleElement()
                .asString().contains(" generator ").doesNotContain("NOT held");
        assertThat(text).contains("\ngenerator: operations were not started on time at your load");
        assertThat(text.lines().filter(line -> line.contains(SimulatedExploration.VIRTUAL.toString()))).singleElement()
                .asString().contains("NOT held");
    }

    /** The last probes of a search may be late where the load that was asked for was on time. */
    @Test
    void aSearchThatWasNotStartedOnTimeIsNotTakenForTheLoadOfSomebody() {
        String text = AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms"),
                with(SimulatedExploration.overLoad(), point -> point.id().kind() == PointId.Kind.SEARCH
                        ? point(point, 2_000_000, point.clientShare(), point.serverShare())
                        : point),
                ExplorationWords.RESUME);
        assertThat(text).contains("\nbounded by the generator: near the limit operations were not started on time")
                .doesNotContain("\ngenerator: ");
    }

    /** It said that "-" bounds it. */
    @Test
    void whereItIsNotKnownWhatBoundsAClientOtherCpusAreNotGuessed() {
        String text = AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=4"),
                with(SimulatedExploration.overLoad(), point -> point(point, point.lateP99Nanos(),
                        OptionalDouble.empty(), OptionalDouble.empty())),
                ExplorationWords.RESUME);
        assertThat(text.replaceAll("\\s+", " ")).contains(SimulatedExploration.VIRTUAL + ": what it carries on 4 client"
                + " CPUs cannot be told from here, where it is not known what bounds it.");
    }

    @Test
    void oneCpuIsNotCalledSeveral() {
        var all = SimulatedExploration.overLoad();
        Facts facts = all.facts();
        var onTwo = new Exploration(new Facts(facts.schema(), facts.tool(), facts.commit(), facts.started(),
                facts.plan(), facts.ask(), facts.recipes(),
                facts.environment().with(Map.of(Fingerprint.PLACEMENT, "client=0,1 database=2")), Optional.empty(),
                true), all.points(), all.footprints());
        assertThat(AdviceText.of(Ask.of("rate=2200/s,queries=20,sla=p99:10ms,cores=1"), onTwo,
                ExplorationWords.RESUME).replaceAll("\\s+", " ")).contains("what it carries on 1 client CPU cannot be");
    }

    /** A load of 3,200/s that takes 0.1 s in the median has 320 in flight, and the pool 20 connections. */
    @Test
    void connectionsThatOperationsWaitedForAreNotThoseThatTheyNeed() {
        String told = "No number of connections (-): at your load operations waited for one";
        assertThat(AdviceText.of(Ask.of("rate=400/s,queries=20,sla=p99:10ms"), SimulatedExploration.overLoad(),
                ExplorationWords.RESUME)).doesNotContain(told);
        String text = AdviceText.of(Ask.of("rate=3200/s,queries=20,sla=p99:10ms"), SimulatedExploration.overLoad(),
                ExplorationWords.RESUME);
        assertThat(text).contains(told);
        assertThat(text.lines().filter(line -> line.contains(SimulatedExploration.R2DBC.toString()))).singleElement()
                .asString().containsPattern("[0-9.]+ +[0-9.]+ +- +[0-9]+ MiB$");
    }

    private static Exploration with(Exploration all, UnaryOperator<Point> change) {
        return new Exploration(all.facts(), all.points().stream().map(change).toList(), all.footprints());
    }

    private static Point point(Point like, long lateNanos, OptionalDouble clientShare, OptionalDouble serverShare) {
        return new Point(like.id(), like.rate(), like.offered(), like.achieved(), like.refused(), like.mostInFlight(),
                lateNanos, like.latencies(), like.clientNanos(), like.serverNanos(), clientShare, serverShare,
                like.allocated(), like.errors(), like.wrong(), like.problem(), like.disturbed());
    }
}
