package dev.regatta.baseline;

import dev.regatta.gate.Measured;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.Figures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.BaselineChange.Kind;
import dev.regatta.baseline.BaselineChange.Part;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Each way in which a branch could blind the gate by its baseline files is named, and needs a measurement and a reason.
 */
class BaselineReviewTest {

    private static final CellId CELL = SimulatedCell.CELL;
    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");
    private static final Fingerprint THERE = Books.HERE.with(Map.of("cpu.model", "Simulated 9000"));
    private static final Baseline BASE = Books.of(Books.HERE, SimulatedCell.book(77).after(256),
            SimulatedCell.book(78).cell(OTHER).after(256));

    @Test
    void nothingChangedIsNoChange() {
        assertThat(review(BASE)).isEmpty();
        assertThat(BaselineReview.refusal(review(BASE))).isEmpty();
    }

    @Test
    void whatWasMeasuredAgainAndSaysWhyIsAcceptedAndNamed() {
        var head = measured(BASE, "a slower driver with a fix", 0.8);
        assertThat(review(head)).singleElement().satisfies(change -> {
            assertThat(change.what()).isEqualTo(CELL.toString());
            assertThat(change.kind()).isEqualTo(Kind.CHANGED);
            assertThat(change.reason()).isEqualTo("a slower driver with a fix");
            assertThat(change.problem()).isEmpty();
            assertThat(change.differences()).first().satisfies(difference -> {
                assertThat(difference.change().toString()).matches(
                        "client CPU / wire 2\\.\\d{3} -> 2\\.\\d{3}, \\d\\.\\d % (worse|better)");
                assertThat(difference.ratio()).isTrue();
            });
            assertThat(change.differences()).anySatisfy(difference -> {
                assertThat(difference.change().toString())
                        .matches("throughput / wire 0\\.7\\d\\d -> 0\\.5\\d\\d, 2[0-4]\\.\\d % worse");
                assertThat(difference.looser()).isTrue();
            });
            assertThat(change.looserRatio()).isTrue();
        });
        assertThat(BaselineReview.merged(BASE, head)).isEqualTo(head);
    }

    @Test
    void aReasonMustBeOneOfItsOwn() {
        for (String reason : List.of("first measurement", " ", "measured")) {
            assertThat(refusal(measured(BASE, reason, 0.8))).contains("gives no reason of its own ('" + reason + "')")
                    .contains(CELL.toString());
        }
    }

    @Test
    void whatIsEditedByHandIsRefused() {
        assertThat(refusal(edited(entry -> ratio(entry, Metric.THROUGHPUT,
                old -> new StoredRatio(old.logRatio() - 0.2, old.standardError(), old.smallestChange())))))
                .contains("as if it had been edited");
        assertThat(refusal(edited(entry -> ratio(entry, Metric.CLIENT_CPU,
                old -> new StoredRatio(old.logRatio(), 0.5, old.smallestChange())))))
                .contains("as if it had been edited");
    }

    @Test
    void anotherDateDoesNotMakeAMeasurementOfAnEdit() {
        assertThat(refusal(edited(entry -> dated(ratio(entry, Metric.THROUGHPUT,
                old -> new StoredRatio(old.logRatio() - 0.2, old.standardError(), old.smallestChange()))))))
                .contains("as if it had been edited");
        UnaryOperator<StoredRatio> shifted = old -> new StoredRatio(old.logRatio() - 0.2, old.standardError(),
                old.smallestChange());
        assertThat(refusal(edited(entry -> dated(ratio(ratio(ratio(entry, Metric.THROUGHPUT, shifted),
                Metric.TAIL_LATENCY, shifted), Metric.CLIENT_CPU, shifted))))).as("the errors are the same")
                .contains("as if it had been edited");
        assertThat(refusal(edited(entry -> dated(new BookEntry(entry.ratios(), entry.pairs(), entry.sets(),
                entry.figures(), entry.commit(), entry.date(), entry.reason(), Optional.empty(),
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, 2.0)), Optional.of(new Inputs(new TreeMap<>(
                        Map.of("jdk", "26")))))))))
                .contains("as if it had been edited");
        assertThat(refusal(measured(BASE, "a slower driver with a fix", 0.8))).isEmpty();
    }

    private static BookEntry dated(BookEntry entry) {
        return new BookEntry(entry.ratios(), entry.pairs(), entry.sets(), entry.figures(), entry.commit(),
                "2027-01-01T00:00:00Z", entry.reason(), entry.pinnedParks(), entry.counts(), entry.inputs());
    }

    @Test
    void aLargerErrorAMissingCountAndAnotherPercentileLetTheGateSeeLess() {
        var head = edited(entry -> new BookEntry(entry.ratios(), entry.pairs(), entry.sets(),
                new Figures(1, 1, 95, 1, OptionalDouble.empty()), entry.commit(), entry.date(), "no reason",
                Optional.of(7.0), new TreeMap<>(Map.of(Counter.ROUND_TRIPS, 2.0)), entry.inputs()));
        assertThat(words(BASE, head)).containsExactly("counts.roundTrips 2.0",
                "figures.tailPercentile 99.0 -> 95.0 LOOSER", "pinnedParks 7.0");
        var later = edited(head, entry -> new BookEntry(entry.ratios(), 40, entry.sets(), entry.figures(),
                entry.commit(), "2027-01-01T00:00:00Z", "still none", Optional.empty(), new TreeMap<>(),
                entry.inputs()));
        assertThat(words(head, later)).containsExactly("counts.roundTrips 2.0 -> none LOOSER",
                "pairs 256 -> 40 LOOSER", "pinnedParks 7.0 -> none LOOSER");
    }

    /** What is added to one of these records decides or is shown only; the review names what decides. */
    @Test
    void everyNumberOfAnEntryAndOfNoiseIsLookedAt() {
        assertThat(components(BookEntry.class)).containsExactly("ratios", "pairs", "sets", "figures", "commit", "date",
                "reason", "pinnedParks", "counts", "inputs");
        assertThat(components(StoredRatio.class)).as("the last is displayed").containsExactly("logRatio",
                "standardError", "smallestChange");
        assertThat(components(Figures.class)).as("all but the percentile are displayed").containsExactly(
                "operationsPerSecond", "tailMicros", "tailPercentile", "clientCpuMicros", "serverCpuMicros");
        assertThat(components(Noise.class)).containsExactly("pairSigma", "betweenForks", "betweenRuns");
    }

    private static List<String> components(Class<?> type) {
        return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    /** Each ratio, then its error, in the order of the file. */
    @Test
    void whatANewEntryHoldsIsNamed() {
        var head = cells(BASE, cells -> {
            cells.put(CellId.of("postgresql/pgjdbc+hikari/platform/rows-10"), cells.get(CELL));
            return cells;
        });
        assertThat(words(BASE, head)).hasSize(9).noneMatch(words -> words.endsWith("LOOSER"))
                .startsWith("figures.tailPercentile 99.0", "sets 4", "pairs 256")
                .element(3).asString().matches("client CPU / wire \\d\\.\\d{3}");
        assertThat(words(BASE, head).get(4)).matches("clientCpu\\.standardError 0\\.\\d+");
        assertThat(words(BASE, head).getLast()).startsWith("throughput.standardError ");
    }

    @Test
    void inputsAreNamedAndNobodyEditsThem() {
        UnaryOperator<BookEntry> known = entry -> again(measuredWith(entry, "25", "2027-01-01T00:00:00Z"));
        var head = edited(known);
        assertThat(words(BASE, head)).contains("inputs known");
        assertThat(refusal(head)).isEmpty();
        var forged = edited(head, entry -> measuredWith(entry, "26", entry.date()));
        assertThat(words(head, forged)).containsExactly("input jdk 25 -> 26");
        assertThat(BaselineReview.refusal(BaselineReview.of(Map.of(Dialect.POSTGRESQL, head),
                Map.of(Dialect.POSTGRESQL, forged), cell -> true))).hasValueSatisfying(
                        sentence -> assertThat(sentence).contains("as if it had been edited"));
        var measured = edited(head, entry -> again(measuredWith(entry, "26", "2027-02-01T00:00:00Z")));
        assertThat(BaselineReview.refusal(BaselineReview.of(Map.of(Dialect.POSTGRESQL, head),
                Map.of(Dialect.POSTGRESQL, measured), cell -> true))).isEmpty();
        assertThat(words(head, BASE)).contains("inputs known -> none LOOSER");
    }

    /** With other ratios and errors, as another measurement has them. */
    private static BookEntry again(BookEntry entry) {
        UnaryOperator<StoredRatio> other = old -> new StoredRatio(old.logRatio() + 1e-5, old.standardError() + 1e-5,
                old.smallestChange());
        return ratio(ratio(ratio(entry, Metric.THROUGHPUT, other), Metric.TAIL_LATENCY, other), Metric.CLIENT_CPU,
                other);
    }

    private static BookEntry measuredWith(BookEntry entry, String jdk, String date) {
        return new BookEntry(entry.ratios(), entry.pairs(), entry.sets(), entry.figures(), entry.commit(), date,
                entry.reason(), entry.pinnedParks(), entry.counts(),
                Optional.of(new Inputs(new TreeMap<>(Map.of("jdk", jdk)))));
    }

    @Test
    void aSmallerErrorLoosensAsALargerOneDoes() {
        for (double factor : new double[]{0.5, 2}) {
            var head = edited(entry -> ratio(entry, Metric.THROUGHPUT,
                    old -> new StoredRatio(old.logRatio(), factor * old.standardError(), old.smallestChange())));
            assertThat(words(BASE, head)).singleElement().asString().startsWith("throughput.standardError")
                    .endsWith("LOOSER");
            assertThat(refusal(head)).contains("as if it had been edited");
        }
    }

    @Test
    void theNoiseThatDecidesIsTheBases() {
        var quiet = noise(Optional.of("eight runs on the new kernel"), 0.01);
        assertThat(BaselineReview.merged(BASE, quiet).environments().getFirst().noise())
                .isEqualTo(BASE.environments().getFirst().noise());
        var added = new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(), BASE.environments()
                .stream().map(there -> new Environment(there.fingerprint(), new TreeMap<>(), there.cells())).toList());
        assertThat(BaselineReview.merged(added, quiet).environments().getFirst().noise())
                .as("of clients it knows nothing of").isEmpty();
    }

    /** The branch measured on a machine that the base does not know, and says that forks differ by a fifth there. */
    @Test
    void theNoiseOfANewEnvironmentIsTheBasesToo() {
        var loud = new TreeMap<Metric, Noise>();
        Arrays.stream(Metric.values()).forEach(metric -> loud.put(metric, new Noise(0.1, 0.2, OptionalDouble.of(0.3))));
        var there = new Environment(THERE, new TreeMap<>(Map.of(CELL.client(), loud)), new TreeMap<>());
        var head = new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(),
                List.of(BASE.environments().getFirst(), there));
        var known = noise(Optional.of("eight runs"), 0.01).environments().getFirst();
        var base = new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(), List.of(known));
        assertThat(BaselineReview.merged(base, head).environments().get(1).noise(CELL.client(), Metric.THROUGHPUT))
                .hasValueSatisfying(noise -> {
                    assertThat(noise.betweenForks())
                            .isEqualTo(known.noise(CELL.client(), Metric.THROUGHPUT).orElseThrow().betweenForks());
                    assertThat(noise.betweenRuns()).as("of another environment").isEmpty();
                });
    }

    @Test
    void tooFewPairsAreRefused() {
        assertThat(refusal(edited(entry -> new BookEntry(entry.ratios(), 12, 1, entry.figures(), entry.commit(),
                "2027-01-01T00:00:00Z", "quickly", entry.pinnedParks(), entry.counts(),
                entry.inputs()))))
                .contains("12 pairs from 1 sets, fewer than 128 or 2");
    }

    @Test
    void anEntryCannotBeRemovedWhileATestJudgesItsCell() {
        var head = cells(BASE, cells -> {
            cells.remove(OTHER);
            return cells;
        });
        assertThat(refusal(head)).contains("the entry of " + OTHER + " was removed, and a test still judges it");
        var gone = BaselineReview.of(Map.of(Dialect.POSTGRESQL, BASE), Map.of(Dialect.POSTGRESQL, head), CELL::equals);
        assertThat(gone).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo(Kind.REMOVED);
            assertThat(change.looser()).isTrue();
            assertThat(change.problem()).isEmpty();
        });
    }

    @Test
    void aFileThatIsGoneRemovesEverything() {
        var changes = BaselineReview.of(Map.of(Dialect.POSTGRESQL, BASE), Map.of(), cell -> true);
        assertThat(changes).extracting(BaselineChange::part).containsExactly(Part.RECIPE, Part.ENVIRONMENT, Part.CELL,
                Part.CELL);
        assertThat(BaselineReview.refusal(changes).orElseThrow()).contains("was removed").endsWith("(and 1 more)");
    }

    /** What both hold stood under one heading. */
    @Test
    void anEnvironmentWithTlsIsToldApart() {
        var encrypted = Books.of(Books.HERE.with(Map.of(Fingerprint.TLS, "on")), SimulatedCell.book(5).after(256));
        assertThat(BaselineReview.of(Map.of(), Map.of(Dialect.POSTGRESQL, encrypted), cell -> true))
                .filteredOn(change -> change.environment().isPresent()).isNotEmpty()
                .allSatisfy(change -> assertThat(change.where()).endsWith(", network.tls on"));
    }

    @Test
    void anEnvironmentUnderAnotherNameIsAnotherEnvironment() {
        var renamed = new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(),
                BASE.environments().stream().map(there -> new Environment(THERE, there.noise(), there.cells()))
                        .toList());
        assertThat(refusal(renamed)).contains("was removed, and a test still judges it");
        assertThat(review(renamed)).filteredOn(change -> change.part() == Part.ENVIRONMENT)
                .extracting(BaselineChange::kind).containsExactly(Kind.REMOVED, Kind.ADDED);
    }

    @Test
    void aNewEnvironmentSaysWhyToo() {
        var measured = Books.results(THERE, SimulatedCell.book(9).after(256));
        assertThat(refusal(BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE), measured, "measured")))
                .contains("is new and gives no reason");
        var changes = review(BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE), measured, "a second machine"));
        assertThat(BaselineReview.refusal(changes)).isEmpty();
        assertThat(changes).extracting(BaselineChange::part).containsExactly(Part.ENVIRONMENT, Part.CELL, Part.NOISE);
        assertThat(changes).extracting(BaselineChange::where)
                .allMatch(where -> where.equals("container PostgreSQL 18.1, JDK unknown, Simulated 9000"));
    }

    @Test
    void noiseCannotGrowWithoutACalibrationThatSaysWhy() {
        var grown = noise(Optional.empty(), 0.2);
        assertThat(refusal(grown)).contains("the noise of " + CELL.client() + " changed so that smaller losses go")
                .contains("regatta calibrate --reason");
        assertThat(words(BASE, grown)).contains("throughput.betweenRuns 0.2 LOOSER");
        assertThat(refusal(noise(Optional.of("measured"), 0.2))).contains("the noise of " + CELL.client() + " changed");
        assertThat(BaselineReview.refusal(review(noise(Optional.of("eight runs on the new kernel"), 0.2)))).isEmpty();
        var before = noise(Optional.of("eight runs on the new kernel"), 0.2);
        assertThat(BaselineReview.refusal(BaselineReview.of(Map.of(Dialect.POSTGRESQL, before),
                Map.of(Dialect.POSTGRESQL, noise(Optional.of("eight runs on the new kernel"), 0.3)), cell -> true)))
                .as("a reason that was there before").get().asString()
                .contains("the noise of " + CELL.client() + " changed");
        assertThat(BaselineReview.refusal(BaselineReview.of(Map.of(Dialect.POSTGRESQL, before),
                Map.of(Dialect.POSTGRESQL, noise(Optional.of("eight runs on the new kernel"), 0.1)), cell -> true)))
                .as("less noise lets a loss pass for noise").get().asString()
                .contains("the noise of " + CELL.client() + " changed");
        assertThat(BaselineReview.refusal(BaselineReview.of(Map.of(Dialect.POSTGRESQL, before),
                Map.of(Dialect.POSTGRESQL, noise(Optional.of("twelve runs"), 0.1)), cell -> true))).isEmpty();
    }

    @Test
    void aRecipeIsNotChangedWithoutMeasuringWithIt() {
        var recipes = new TreeMap<>(BASE.recipes());
        recipes.put("pgjdbc+hikari", recipe("42.7.15"));
        var head = new Baseline(BASE.schema(), BASE.tool(), BASE.database(), recipes, BASE.environments());
        assertThat(refusal(head)).contains("the recipe of pgjdbc+hikari changed, but the entry of")
                .contains("is still what the old one measured");
        assertThat(words(BASE, head)).containsExactly("postgresql 42.7.14 -> 42.7.15");
    }

    @Test
    void aNewRecipeMayLeaveTheOtherEnvironmentsToBeMeasured() {
        var both = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE),
                Books.results(THERE, SimulatedCell.book(9).after(256)), "a second machine");
        var measured = SimulatedCell.book(5).after(256);
        var bumped = Measured.of(CELL, recipe("42.7.15"), Optional.empty(), 4, 100, List.of(),
                measured.pairs(), Optional.empty(), false);
        var head = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(both), later(bumped), "driver 42.7.15");
        var changes = BaselineReview.of(Map.of(Dialect.POSTGRESQL, both), Map.of(Dialect.POSTGRESQL, head),
                CELL::equals);
        assertThat(BaselineReview.refusal(changes)).isEmpty();
        assertThat(changes).filteredOn(change -> change.kind() == Kind.REMOVED && change.part() == Part.CELL)
                .extracting(BaselineChange::name).containsExactly(OTHER.toString(), CELL.toString());
    }

    @Test
    void theOrderOfEnvironmentsIsTheBases() {
        var both = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(BASE),
                Books.results(THERE, SimulatedCell.book(9).after(256)), "a second machine");
        var reordered = new Baseline(both.schema(), both.tool(), both.database(), both.recipes(),
                both.environments().reversed());
        assertThat(BaselineReview.merged(both, reordered)).isEqualTo(both);
    }

    private static Baseline measured(Baseline old, String reason, double throughput) {
        return BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(old),
                later(SimulatedCell.book(5).with(Arm.CANDIDATE, throughput, 1, 1).after(256)), reason);
    }

    private static MeasuredRun later(CellMeasurement measured) {
        var results = Books.results(Books.HERE, measured);
        return new MeasuredRun(
                new RunFacts(results.facts().schema(), results.facts().tool(), "2026-12-24T18:00:00Z", "def5678", 1,
                        true,
                        results.facts().manifest(), results.facts().environments(), results.facts().settings()),
                results.cells());
    }

    private static Baseline edited(UnaryOperator<BookEntry> edit) {
        return edited(BASE, edit);
    }

    /** With an entry edited that has a reason of its own. */
    private static Baseline edited(Baseline baseline, UnaryOperator<BookEntry> edit) {
        return cells(baseline, cells -> {
            cells.computeIfPresent(CELL, (cell, entry) -> {
                var changed = edit.apply(entry);
                return new BookEntry(changed.ratios(), changed.pairs(), changed.sets(), changed.figures(),
                        changed.commit(), changed.date(), entry.reason() + " and more", changed.pinnedParks(),
                        changed.counts(), changed.inputs());
            });
            return cells;
        });
    }

    private static BookEntry ratio(BookEntry entry, Metric metric, UnaryOperator<StoredRatio> edit) {
        var ratios = new TreeMap<>(entry.ratios());
        ratios.computeIfPresent(metric, (same, ratio) -> edit.apply(ratio));
        return new BookEntry(ratios, entry.pairs(), entry.sets(), entry.figures(), entry.commit(), entry.date(),
                entry.reason(), entry.pinnedParks(), entry.counts(), entry.inputs());
    }

    private static Baseline cells(Baseline baseline, UnaryOperator<TreeMap<CellId, BookEntry>> edit) {
        return new Baseline(baseline.schema(), baseline.tool(), baseline.database(), baseline.recipes(),
                baseline.environments().stream().map(there -> new Environment(there.fingerprint(), there.noise(),
                        edit.apply(new TreeMap<>(there.cells())), there.noiseReason())).toList());
    }

    private static Baseline noise(Optional<String> reason, double betweenRuns) {
        return new Baseline(BASE.schema(), BASE.tool(), BASE.database(), BASE.recipes(),
                BASE.environments().stream().map(there -> {
                    var noise = new TreeMap<>(there.noise());
                    noise.computeIfPresent(CELL.client(), (client, metrics) -> {
                        var changed = new TreeMap<>(metrics);
                        changed.computeIfPresent(Metric.THROUGHPUT, (metric, old) -> new Noise(old.pairSigma(),
                                old.betweenForks(), OptionalDouble.of(betweenRuns)));
                        return changed;
                    });
                    return new Environment(there.fingerprint(), noise, there.cells(), reason);
                }).toList());
    }

    private static Recipe recipe(String version) {
        return new Recipe("pgjdbc+hikari", List.of(new Artifact("org.postgresql:postgresql:" + version, "0".repeat(64)),
                new Artifact("com.zaxxer:HikariCP:7.1.0", "1".repeat(64))), new TreeMap<>());
    }

    private static List<BaselineChange> review(Baseline head) {
        return BaselineReview.of(Map.of(Dialect.POSTGRESQL, BASE), Map.of(Dialect.POSTGRESQL, head), cell -> true);
    }

    private static String refusal(Baseline head) {
        return BaselineReview.refusal(review(head)).orElse("");
    }

    private static List<String> words(Baseline base, Baseline head) {
        return BaselineReview.of(Map.of(Dialect.POSTGRESQL, base), Map.of(Dialect.POSTGRESQL, head), cell -> true)
                .stream().flatMap(change -> change.differences().stream())
                .map(difference -> difference.change().toString() + (difference.looser() ? " LOOSER" : "")).toList();
    }
}
