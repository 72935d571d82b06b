package dev.regatta.baseline;

import dev.regatta.gate.Measured;
import dev.regatta.protocol.Untimed;
import dev.regatta.analysis.Metric;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

class BaselineUpdateTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    @Test
    void anEntryHoldsTheRatioToTheReference() {
        var entry = Books.baseline().environments().getFirst().entry(SimulatedCell.CELL).orElseThrow();
        assertThat(entry.ratios().get(Metric.THROUGHPUT).logRatio()).isCloseTo(-Math.log(1.4), within(0.03));
        assertThat(entry.ratios().get(Metric.CLIENT_CPU).logRatio()).isCloseTo(-Math.log(0.4), within(0.03));
        assertThat(entry.pairs()).isEqualTo(256);
        assertThat(entry.sets()).isEqualTo(4);
    }

    @Test
    void noiseIsEstimatedFromThreeForks() {
        var noise = Books.baseline().environments().getFirst().noise(SimulatedCell.CELL.client(), Metric.THROUGHPUT)
                .orElseThrow();
        assertThat(noise.pairSigma()).isBetween(0.05, 0.20);
        assertThat(noise.betweenForks()).isLessThan(0.05);
        assertThat(noise.betweenRuns()).isEmpty();
        assertThat(Books.of(Books.HERE, SimulatedCell.book(1).after(128)).environments().getFirst().noise()).isEmpty();
    }

    @Test
    void pinnedParksPerOperationAreStoredWhereTheyWereRecorded() {
        var measured = SimulatedCell.book(1).after(128);
        var pins = new Pins(49, 50, 0, List.of(), List.of());
        assertThat(stored(measured.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE, pins))))).pinnedParks())
                .contains(0.98);
        assertThat(stored(measured.and(Measured.pinned(List.of(Pinning.absent(Arm.CANDIDATE, "no recorder")))))
                .pinnedParks())
                .isEmpty();
        assertThat(stored(measured).pinnedParks()).isEmpty();
    }

    @Test
    void aMeasurementWhoseThreadsMayNotHaveRunIsRefused() {
        assertRefused(Books.results(Books.HERE, SimulatedCell.book(1).after(256).and(Measured.pinned(
                List.of(Pinning.of(Arm.CANDIDATE, new Pins(0, 50, 2, List.of(), List.of())))))),
                "jdk.VirtualThreadSubmitFailed");
    }

    @Test
    void countsPerOperationAreStored() {
        var counts = new Counts(Arm.CANDIDATE,
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(200, 100), Counter.BUFFER_HITS, new Count(7, 100))),
                new TreeMap<>(Map.of(Counter.SERVER_MEMORY, "another host")));
        assertThat(stored(SimulatedCell.book(1).after(128).and(Untimed.counted(List.of(counts)))).counts())
                .isEqualTo(Map.of(Counter.ROUND_TRIPS, 2.0));
        assertThat(stored(SimulatedCell.book(1).after(128)).counts()).isEmpty();
    }

    @Test
    void whatACellDependedOnIsStoredAndSurvivesItsFile() {
        var measured = SimulatedCell.book(1).after(128);
        var inputs = new Inputs(new TreeMap<>(Map.of("jdk", "25", "classes", "0".repeat(64))));
        assertThat(stored(measured).inputs()).isEmpty();
        BookEntry entry = stored(Measured.depending(measured, Map.of(Arm.CANDIDATE, inputs)));
        assertThat(entry.inputs()).contains(inputs);
        assertThat(Json.read(Json.pretty(entry), BookEntry.class, "entry")).isEqualTo(entry);
        assertThat(Json.read(Json.pretty(stored(measured)), BookEntry.class, "entry").inputs()).isEmpty();
    }

    /** Nothing is compared with them, so that a busy machine or a short measurement is no reason to refuse them. */
    @Test
    void anEntryForPeopleMayBeShortAndHoldsTheInputsThatPeopleRead() {
        var inputs = new Inputs(new TreeMap<>(Map.of("jdk", "25", "classes", "0".repeat(64))));
        MeasuredRun run = Books.results(Books.HERE,
                Measured.depending(SimulatedCell.book(1).after(8), Map.of(Arm.CANDIDATE, inputs)));
        BookEntry entry = BaselineUpdate.forPeople(run.cells().getFirst(), run.facts(), "first");
        assertThat(entry.pairs()).isEqualTo(8);
        assertThat(entry.reason()).isEqualTo("first");
        assertThat(entry.figures().operationsPerSecond()).isPositive();
        assertThat(entry.inputs()).contains(new Inputs(new TreeMap<>(Map.of("jdk", "25"))));
        MeasuredRun none = Books.results(Books.HERE, SimulatedCell.book(1).after(0));
        assertThatThrownBy(() -> BaselineUpdate.forPeople(none.cells().getFirst(), none.facts(), "first"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the baseline was not updated: ");
    }

    @Test
    void aMeasurementWithoutTheExactCountsItShouldHaveIsRefused() {
        var counts = new Counts(Arm.CANDIDATE, new TreeMap<>(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "the relay broke")));
        assertRefused(Books.results(Books.HERE, SimulatedCell.book(1).after(256).and(Untimed.counted(List.of(counts)))),
                "round trips could not be counted: the relay broke");
    }

    /** A relay that cannot read what goes through sees how much of it there is, and of a handshake not even how often. */
    @Test
    void whatTlsHidesIsNoReasonToRefuse() {
        var tls = Books.HERE.with(Map.of(Fingerprint.TLS, "on"));
        var none = Map.of(Counter.CONNECTIONS, new Count(0, 8));
        var opened = Map.of(Counter.CONNECTIONS, new Count(8, 8));
        assertRefused(Books.results(Books.HERE, counted(none, Counter.STATEMENTS)), "statements could not be counted");
        assertThat(Books.of(tls, counted(none, Counter.STATEMENTS, Counter.PREPARATIONS)).cells()).hasSize(1);
        assertRefused(Books.results(tls, counted(none, Counter.ROUND_TRIPS)), "round trips could not be counted");
        assertThat(Books.of(tls, counted(opened, Counter.ROUND_TRIPS, Counter.WRITES)).cells()).hasSize(1);
        assertRefused(Books.results(tls, counted(Map.of(), Counter.CONNECTIONS)),
                "connections opened could not be counted");
    }

    private static CellMeasurement counted(Map<Counter, Count> read, Counter... absent) {
        return SimulatedCell.book(1).after(256).and(Untimed.counted(List.of(new Counts(Arm.CANDIDATE,
                new TreeMap<>(read), new TreeMap<>(
                        Arrays.stream(absent).collect(Collectors.toMap(counter -> counter, counter -> "hidden")))))));
    }

    private static BookEntry stored(CellMeasurement measurement) {
        return Books.of(Books.HERE, measurement).environments().getFirst().entry(SimulatedCell.CELL).orElseThrow();
    }

    @Test
    void cellsThatWereNotMeasuredStay() {
        var updated = update(Books.baseline(), Books.results(Books.HERE, SimulatedCell.book(1).cell(OTHER).after(128)));
        assertThat(updated.environments()).hasSize(1);
        assertThat(updated.environments().getFirst().cells()).containsOnlyKeys(OTHER, SimulatedCell.CELL);
    }

    @Test
    void anotherEnvironmentIsAdded() {
        var there = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
        assertThat(update(Books.baseline(), Books.results(there, SimulatedCell.book(1).after(128))).environments())
                .hasSize(2);
    }

    @Test
    void entriesOfAnotherRecipeAreRemoved() {
        var now = SimulatedCell.book(1).cell(OTHER).after(128);
        var bumped = Measured.of(now.cell(), SimulatedCell.EARLIER, now.baseline(), now.setup().connections(),
                now.timed().sliceMillis(), now.forks(), now.pairs(), now.failure(), now.timed().outOfBudget());
        var updated = update(Books.baseline(), Books.results(Books.HERE, bumped));
        assertThat(updated.recipe("pgjdbc+hikari")).contains(SimulatedCell.EARLIER);
        assertThat(updated.environments().getFirst().cells()).containsOnlyKeys(OTHER);
    }

    @Test
    void shortMeasurementsAreRefused() {
        assertRefused(Books.results(Books.HERE, SimulatedCell.book(1).after(127)), "127 pairs from 2 sets");
    }

    @Test
    void failedMeasurementsAreRefused() {
        assertRefused(
                Books.results(Books.HERE, Measured.failed(SimulatedCell.book(1).after(256), "out of memory")),
                "out of memory");
    }

    @Test
    void disturbedMeasurementsAreRefused() {
        assertRefused(Books.results(Books.HERE, SimulatedCell.book(1).disturbed(0.5).after(256)), "machine too noisy");
    }

    @Test
    void interruptedRunsAreRefused() {
        var whole = Books.results(Books.HERE, SimulatedCell.book(1).after(256));
        assertRefused(new MeasuredRun(
                new RunFacts(whole.facts().schema(), whole.facts().tool(), whole.facts().started(),
                        whole.facts().commit(), whole.facts().seed(), false,
                        whole.facts().manifest(), whole.facts().environments(), whole.facts().settings()),
                whole.cells()), "interrupted");
    }

    @Test
    void aCellOfTheManifestThatWasNotMeasuredIsRefused() {
        var whole = Books.results(Books.HERE, SimulatedCell.book(1).after(256));
        assertRefused(
                new MeasuredRun(new RunFacts(whole.facts().schema(), whole.facts().tool(), whole.facts().started(),
                        whole.facts().commit(), whole.facts().seed(), true,
                        java.util.List.of(SimulatedCell.CELL, OTHER), whole.facts().environments(),
                        whole.facts().settings()), whole.cells()),
                OTHER + " was not measured");
    }

    /** Its pairs have no ratio to the wire, and its candidate would become the recipe of the baseline. */
    @Test
    void aRaceIsRefused() {
        assertRefused(Books.results(Books.HERE, SimulatedCell.duel(1).after(256)), SimulatedCell.CELL
                + " raced against another version; measure it alone, with -Dregatta.baseline=update");
    }

    @Test
    void whatAnotherRecipeTakesOutIsTold() {
        var old = Books.of(Books.HERE, SimulatedCell.book(1).after(256),
                SimulatedCell.book(2).cell(OTHER).after(256));
        var newer = Measured.of(SimulatedCell.CELL, SimulatedCell.EARLIER, Optional.empty(), 4, 100, List.of(),
                SimulatedCell.book(3).after(256).pairs(), Optional.empty(), false);
        Baseline updated = update(old, Books.results(Books.HERE, newer));
        assertThat(BaselineUpdate.removed(Map.of(Dialect.POSTGRESQL, old), List.of(updated)))
                .containsExactly("removed 1 of the entries of postgresql/pgjdbc+hikari, which were measured with its"
                        + " former recipe: measure these cells again");
        assertThat(BaselineUpdate.removed(Map.of(Dialect.POSTGRESQL, old), List.of(old))).isEmpty();
        assertThat(BaselineUpdate.removed(Map.of(), List.of(old))).isEmpty();
    }

    @Test
    void aLossIsNoReasonToRefuse() {
        var slow = Books.results(Books.HERE, SimulatedCell.book(1).with(Arm.CANDIDATE, 0.5, 2, 2).after(128));
        assertThat(update(Books.baseline(), slow).environments().getFirst().cells().get(SimulatedCell.CELL).ratios()
                .get(Metric.THROUGHPUT).logRatio()).isLessThan(-0.9);
    }

    private static Baseline update(Baseline old, MeasuredRun results) {
        return BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(old), results, "test");
    }

    private static void assertRefused(MeasuredRun results, String words) {
        assertThatThrownBy(() -> update(Books.baseline(), results)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the baseline was not updated: ").hasMessageContaining(words);
    }
}
