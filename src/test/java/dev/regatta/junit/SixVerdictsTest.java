package dev.regatta.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Books;
import dev.regatta.gate.Cause;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Compared;
import dev.regatta.gate.ComparisonKind;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.Doubt;
import dev.regatta.gate.Flaw;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.MetricReading;
import dev.regatta.gate.StatedLoss;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Of each verdict and each reason: its word, its sentence, and what it does to a build, strict or not. */
class SixVerdictsTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");
    private static final Versions RELEASES = new Versions(Optional.empty(), List.of(new Change("a", "1", "2")),
            Optional.empty());
    private static final String THROUGHPUT = "throughput is 0.900 [0.900, 0.900] of the baseline's (a 1 -> 2)";
    private static final String PAIRS = "; 1024 pairs from 8 sets";
    private static final String TIMES = THROUGHPUT + ", tail latency is 1.000 [1.000, 1.000], client CPU is 1.000 "
            + "[1.000, 1.000]" + PAIRS;
    private static final String CHECKED = "; a short check rules out at least 12 % less throughput, "
            + "2 % more tail latency, 2 % more client CPU" + PAIRS;
    private static final String CLAIM = "; the branch's entry claims a loss of 9.5 % in throughput "
            + "(its reason: checks the certificate)";
    private static final String LOST = THROUGHPUT + PAIRS + "; limit: throughput 0.950; no count changed";
    private static final String UNDECIDED = ": " + TIMES
            + "; smallest losses that it would have failed with 95 % probability: throughput 2.0 %, tail latency 2.0 %, client CPU 2.0 %";
    private static final String MEASURE = Baselines.HOW_TO_MEASURE;
    private static final Cause MORE = new Cause.Counted(
            new CountReading(Counter.ROUND_TRIPS, new Count(200, 100), Optional.of(1.0)));

    /** What a verdict does to a build. */
    private enum Build {
        PASSES, SKIPS_UNLESS_STRICT, FAILS
    }

    private record Told(Verdict verdict, Build build, String title, String sentence) {}

    static Stream<Told> all() {
        return Stream.of(
                new Told(new Verdict.Unchanged(true), Build.PASSES, "Unchanged", "not worse: " + TIMES),
                new Told(new Verdict.Unchanged(false, Optional.of(lost(true))), Build.PASSES,
                        "Unchanged (but for a declared loss)",
                        LOST + CLAIM + ", and a loss larger than that plus the limit is ruled out"),
                new Told(new Verdict.Improved(List.of(Metric.THROUGHPUT)), Build.PASSES, "Improved",
                        THROUGHPUT + PAIRS),
                new Told(Books.SAME_INPUTS, Build.PASSES, "NotRaced (same inputs)",
                        "same inputs as the baseline's (a 1 -> 2)" + CHECKED),
                new Told(new Verdict.NotRaced(List.of(), Optional.of("0123456789ab")), Build.PASSES,
                        "NotRaced (same inputs)", "inputs are those of the base (0123456789ab); not measured"),
                new Told(new Verdict.NotRaced(List.of(new Change("jdk", "25", "26")), Optional.empty()), Build.PASSES,
                        "NotRaced (old form not available)", "could not race the old form of jdk 25 -> 26" + CHECKED),
                new Told(lost(false), Build.FAILS, "Regressed", LOST),
                new Told(lost(true), Build.FAILS, "Regressed",
                        LOST + CLAIM + ", but a loss larger than that plus the limit is not ruled out"),
                new Told(new Verdict.Regressed(List.of(), List.of(MORE), VerdictKind.NOT_RACED, Optional.empty(),
                        Optional.empty(), Optional.empty()), Build.FAILS, "Regressed",
                        "2.0 round trips per operation, was 1.0 (a 1 -> 2); by its timing alone no collapse"),
                doubtful(new Doubt.Undecided(Doubt.End.ALL_PAIRS), "all pairs used",
                        "undecided after all 1024 pairs" + UNDECIDED),
                doubtful(new Doubt.Undecided(Doubt.End.BUDGET), "budget",
                        "undecided when the time budget ended" + UNDECIDED + "; a larger budget finds smaller ones"),
                doubtful(new Doubt.Undecided(Doubt.End.STOPPED), "stopped",
                        "undecided when measuring stopped" + UNDECIDED),
                doubtful(new Doubt.Noisy("a build"), "noisy",
                        "machine too noisy: a build; run it again when less else runs"),
                doubtful(new Doubt.Unreached(), "budget", "the time budget ended before it was measured: raise it"),
                doubtful(new Doubt.TooFew(8, 16), "budget",
                        "8 pairs, at least 16 are needed and the time budget ended: raise it"),
                doubtful(new Doubt.Unread(VerdictKind.UNCHANGED, List.of("statements were not counted")),
                        "reading missing", "by its timing unchanged, but statements were not counted; more of that "
                                + "than before cannot be ruled out"),
                doubtful(new Doubt.BesideClaim(lost(true), new Doubt.Noisy("a build")), "noisy",
                        LOST + CLAIM + "; that covers what is worse, but machine too noisy: a build; run it again when"
                                + " less else runs"),
                doubtful(new Doubt.Incomparable(Books.HERE.with(Map.of(Fingerprint.DATABASE_MODE, "embedded")),
                        List.of(Books.HERE)), "nothing comparable",
                        "measured with database.mode embedded, the baseline holds container only: " + MEASURE),
                doubtful(new Doubt.NoYardstick(List.of(new Change("jdk", "25", "26"))), "nothing comparable",
                        "could not race the old form of jdk 25 -> 26, and no raw wire runs the workload, so that its"
                                + " times are compared with nothing: " + MEASURE),
                invalid(new Flaw.Unsound("wrong rows"), "wrong rows"),
                invalid(new Flaw.Unmeasured(), "was not judged: the run holds no measurement of it"),
                invalid(new Flaw.Repeated(2), "was measured 2 times in one run"),
                invalid(new Flaw.Nowhere(), "the run does not say where it was measured"),
                invalid(new Flaw.TooFew(8, 16), "8 pairs, at least 16 are needed: run it again"),
                invalid(new Flaw.NoBaseline(), "there is no baseline of postgresql: " + MEASURE),
                invalid(new Flaw.NoEntry(), "the baseline has no entry: " + MEASURE),
                invalid(new Flaw.OtherRecipe(RELEASES), "the baseline's recipe differs (a 1 -> 2) and its arm did not "
                        + "race: measure again"));
    }

    @ParameterizedTest
    @MethodSource("all")
    void aVerdictSaysWhichOfSixItIsAndWhyAndBehavesAccordingly(Told told) {
        CellVerdict cell = cell(told.verdict());
        String line = told.title() + ": " + CELL + ": " + told.sentence();
        assertThat(told.verdict().title() + ": " + VerdictWords.sentence(cell)).isEqualTo(line);
        assertThat(told.verdict().word().replace(" ", "")).isEqualToIgnoringCase(told.title().replace(" ", ""));
        switch (told.build()) {
            case PASSES -> {
                check(cell, false);
                check(cell, true);
            }
            case SKIPS_UNLESS_STRICT -> {
                assertThatThrownBy(() -> check(cell, false)).isInstanceOf(TestAbortedException.class).hasMessage(line);
                assertThatThrownBy(() -> check(cell, true)).isInstanceOf(AssertionError.class)
                        .hasMessage(line + "; -Dregatta.strict=true makes this a failure");
            }
            case FAILS -> {
                assertThatThrownBy(() -> check(cell, false)).isInstanceOf(AssertionError.class).hasMessage(line);
                assertThatThrownBy(() -> check(cell, true)).isInstanceOf(AssertionError.class).hasMessage(line);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void aFileOfVerdictsHoldsTheKindTheReasonAndTheSentence(Told told) {
        var report = new GateReport("0.1.0", "2026-11-20T10:00:00Z", "abc1234", true, new TreeMap<>(),
                List.of(cell(told.verdict())));
        JsonNode verdict = new ObjectMapper().readTree(VerdictsJson.of(report)).at("/cells/0/verdict");
        String reason = verdict.has("reason") ? " (" + verdict.get("reason").asString() + ")" : "";
        assertThat(verdict.get("kind").asString() + reason).isEqualTo(told.verdict().word());
        assertThat(verdict.get("sentence").asString()).isEqualTo(CELL + ": " + told.sentence());
    }

    /** So that no verdict and no reason is added without its line above. */
    @Test
    void thereAreSixAndEveryReasonIsAbove() {
        assertThat(VerdictKind.values()).hasSize(6).hasSameSizeAs(Verdict.class.getPermittedSubclasses());
        assertThat(all().map(told -> told.verdict().kind())).contains(VerdictKind.values());
        assertThat(all().map(Told::verdict).filter(Verdict.Inconclusive.class::isInstance)
                .map(verdict -> ((Verdict.Inconclusive) verdict).doubt().getClass()).distinct().toList())
                .hasSameSizeAs(Doubt.class.getPermittedSubclasses());
        assertThat(all().map(Told::verdict).filter(Verdict.Invalid.class::isInstance)
                .map(verdict -> ((Verdict.Invalid) verdict).flaw().getClass()).distinct().toList())
                .hasSameSizeAs(Flaw.class.getPermittedSubclasses());
        assertThat(all().map(Told::verdict)).containsAll(Arrays.stream(Doubt.End.values())
                .map(end -> new Verdict.Inconclusive(new Doubt.Undecided(end))).toList());
    }

    private static Told doubtful(Doubt doubt, String reason, String sentence) {
        return new Told(new Verdict.Inconclusive(doubt), Build.SKIPS_UNLESS_STRICT, "Inconclusive (" + reason + ")",
                sentence);
    }

    private static Told invalid(Flaw flaw, String sentence) {
        return new Told(new Verdict.Invalid(flaw), Build.FAILS, "Invalid", sentence);
    }

    private static Verdict.Regressed lost(boolean declared) {
        return new Verdict.Regressed(List.of(Metric.THROUGHPUT), List.of(), VerdictKind.REGRESSED, Optional.empty(),
                Optional.of(new StatedLoss(new TreeMap<>(Map.of(Metric.THROUGHPUT, 0.1)), "checks the certificate"))
                        .filter(claim -> declared),
                Optional.empty());
    }

    private static CellVerdict cell(Verdict verdict) {
        var statements = new CountReading(Counter.STATEMENTS, new Count(100, 100), Optional.of(1.0));
        return new CellVerdict(CELL, verdict, true,
                Optional.of(new Compared(ComparisonKind.DUEL, RELEASES, List.of(), List.of())), "a 2", "a 1", 1024, 8,
                new TreeMap<>(Map.of(Metric.THROUGHPUT, reading(Metric.THROUGHPUT, 0.9, 0.88, 0.95),
                        Metric.TAIL_LATENCY, reading(Metric.TAIL_LATENCY, 1, 1.018, 1.1),
                        Metric.CLIENT_CPU, reading(Metric.CLIENT_CPU, 1, 1.018, 1.05))),
                new TreeMap<>(Map.of(Counter.STATEMENTS, statements)), Optional.empty(), List.of(), List.of());
    }

    private static MetricReading reading(Metric metric, double ratio, double worst, double limit) {
        return new MetricReading(metric, ratio, ratio, ratio, worst, 0.02, limit, metric.lossOfRatio(ratio), 0.01, 8,
                Optional.empty());
    }

    private static void check(CellVerdict cell, boolean strict) {
        var nothing = Measured.of(CELL, new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()),
                Optional.empty(), 4, 0, List.of(), List.of(), Optional.empty(), false);
        PerformanceAssertions.assertThat(new CellResult(nothing, Optional.of(cell), strict)).isValid()
                .hasNotRegressed();
    }
}
