package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.Calibration;
import dev.regatta.baseline.UpdateStoppingRule;
import dev.regatta.fork.ArmSetup;
import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Untimed;
import dev.regatta.race.Race;
import dev.regatta.race.ScriptedExperiment;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.CsvExport;
import dev.regatta.report.MeterExport;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/** Runs of a workload that the raw wire does not run, from the measured baseline to the reports. */
@Execution(ExecutionMode.CONCURRENT)
class WithoutTheWireTest {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/blob");
    private static final ArmSetup TODAY = ArmSetup.of(new ResolvedRecipe(SimulatedCell.TODAY,
            SimulatedCell.TODAY.artifacts().stream().map(jar -> Path.of(jar.version() + ".jar")).toList()),
            Jdk.running());
    private static final List<Pair> PAIRS = SimulatedCell.duel(1).after(512).pairs();

    @TempDir
    Path folder;

    private final Map<Arm, Iterator<Slice>> slices = new EnumMap<>(Arm.class);
    private final ScriptedExperiment experiment = new ScriptedExperiment(Books.HERE, this::slice);
    private Baseline baseline;

    @BeforeEach
    void measureTheBaseline() {
        RaceSession session = session(alone(), Map.of());
        session.measureAll(up -> session.allow(Duration.ofMinutes(5)), race -> new UpdateStoppingRule(), told -> {
        });
        Baseline made = BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.empty(), session.complete(), "the first");
        Books.store(folder, made);
        baseline = Baselines.read(folder, Dialect.POSTGRESQL);
        assertThat(baseline).isEqualTo(made);
    }

    @Test
    void theCandidateRunsAlone() {
        assertThat(alone().besideTheWire()).isFalse();
        assertThat(new Race(SimulatedCell.CELL, TODAY, Optional.empty(), true).besideTheWire()).isTrue();
        assertThat(ResultsFile.read(folder.resolve(ResultsFile.NAME)).cells().stream().flatMap(
                cell -> cell.pairs().stream()).flatMap(pair -> pair.slices().stream()))
                .extracting(ArmSlice::arm).containsOnly(Arm.CANDIDATE).hasSize(160);
    }

    @Test
    void itsEntryHoldsNoRatio() {
        var entry = baseline.environments().getFirst().entry(CELL).orElseThrow();
        assertThat(entry.ratios()).isEmpty();
        assertThat(entry.figures().operationsPerSecond()).isPositive();
        assertThat(entry.pairs()).isEqualTo(160);
        assertThat(baseline.environments().getFirst().noise()).isEmpty();
    }

    @Test
    void theSameInputsPassAndEveryReportSaysThatNoTimesWereCompared() throws IOException {
        RaceSession session = session(alone(), Map.of(Dialect.POSTGRESQL, baseline));
        session.measureAll(up -> session.allow(Duration.ofMinutes(5)), session::untilDecided, told -> {
        });
        MeasuredRun measured = session.complete();
        GateReport report = Gate.judge(measured, Map.of(Dialect.POSTGRESQL, baseline));
        assertThat(report.passed()).isTrue();
        CellVerdict cell = report.cells().getFirst();
        assertThat(cell.verdict()).isEqualTo(Books.SAME_INPUTS);
        assertThat(cell.pairs()).isEqualTo(1);
        assertThat(cell.figures().orElseThrow().shareOfWire()).isEmpty();
        assertThat(VerdictWords.sentence(cell)).endsWith("; results and counts were checked, and no times, because no"
                + " raw wire runs the workload");
        assertThat(new ConsoleReport(false).text(report)).containsPattern("blob +- +- +- +[\\d,]+ +- ")
                .contains("no raw wire runs this workload: only results and counts were checked, no times");
        assertThat(session.page(report, measured)).isEqualTo("report: " + folder.resolve("report.html"));
        assertThat(Files.readString(folder.resolve("report.html"))).contains("no raw wire runs the workload");
        assertThat(CsvExport.lines(report, measured, any -> true)).contains("not raced,same inputs,short-check,1,1,");
        var registry = new SimpleMeterRegistry();
        MeterExport.register(report, measured, any -> true, registry);
        assertThat(registry.find("regatta.ratio").gauges()).isEmpty();
        assertThat(registry.get("regatta.operations.per.second").gauge().value()).isPositive();
        assertThat(
                Gate.judge(ResultsFile.read(folder.resolve("results.jsonl.gz")), Map.of(Dialect.POSTGRESQL, baseline)))
                .isEqualTo(report);
    }

    @Test
    void otherInputsThatCouldNotRaceAreNoPass() {
        var elsewhere = Books.HERE.with(Map.of(Fingerprint.DATABASE_VERSION, "PostgreSQL 18.2"));
        CellVerdict cell = Gate.judge(checked(), elsewhere, baseline, 3);
        assertThat(cell.verdict().title()).isEqualTo("Inconclusive (nothing comparable)");
        assertThat(VerdictWords.sentence(cell)).contains("could not race the old form of database.version PostgreSQL"
                + " 18.1 -> PostgreSQL 18.2, and no raw wire runs the workload");
    }

    @Test
    void moreOfWhatIsCountedIsRegressed() {
        var counted = Gate.judge(checked().and(Untimed.counted(List.of(new Counts(Arm.CANDIDATE,
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(120, 60))), new TreeMap<>())))), Books.HERE,
                Books.of(Books.HERE,
                        alone(SimulatedCell.book(1).cell(CELL).after(160)).and(Untimed.counted(List.of(new Counts(
                                Arm.CANDIDATE, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(60, 60))),
                                new TreeMap<>()))))),
                3);
        assertThat(counted.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(counted)).contains("2.0 round trips per operation, was 1.0");
    }

    @Test
    void aReferenceThatIsMissingBesideAStoredRatioIsNoPass() {
        var verdict = Gate.judge(alone(SimulatedCell.check(1).after(16)), Books.HERE, Books.baseline(), 3);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("the reference arm has no slice");
    }

    @Test
    void anEntryThatLosesItsRatiosIsRefused() {
        var before = Books.of(Books.HERE, SimulatedCell.book(1).cell(CELL).after(160));
        var changes = BaselineReview.of(Map.of(Dialect.POSTGRESQL, before), Map.of(Dialect.POSTGRESQL, baseline),
                any -> true);
        assertThat(changes).anySatisfy(change -> assertThat(change.looserRatio()).isTrue());
        assertThat(changes.toString()).contains("throughput / wire ", " -> none");
        assertThat(BaselineReview.refusal(changes).orElseThrow())
                .contains("the entry of " + CELL + " has lost its ratio to the raw wire");
    }

    @Test
    void itsClientIsCalibratedLikeAnyOther() {
        RaceSession session = session(new Race(CELL, TODAY, Optional.of(TODAY), true),
                Map.of(Dialect.POSTGRESQL, baseline));
        session.measureAll(up -> session.allow(Duration.ofMinutes(5)), race -> new FixedStoppingRule(64, 3), told -> {
        });
        var calibrated = Calibration.apply(baseline, List.of(session.complete()), "a try");
        assertThat(calibrated.environments().getFirst().noise().get(CELL.client())).containsKey(Metric.THROUGHPUT);
    }

    private static Race alone() {
        return new Race(CELL, TODAY, Optional.empty(), true);
    }

    /** The same without the slices of the reference. */
    private static CellMeasurement alone(CellMeasurement measured) {
        return Measured.paired(measured,
                measured.pairs().stream().map(pair -> new Pair(pair.set(), pair.slices().stream()
                        .filter(slice -> slice.arm() == Arm.CANDIDATE).toList())).toList());
    }

    private static CellMeasurement checked() {
        return alone(SimulatedCell.check(1).cell(CELL).after(16));
    }

    private RaceSession session(Race race, Map<Dialect, Baseline> baselines) {
        var properties = new Properties();
        properties.setProperty("regatta.results", folder.toString());
        return new RaceSession(experiment, new Settings(properties), RacePlan.of(List.of(race)), baselines);
    }

    /** The next slice of a simulated race, from the beginning again after its end. */
    private Slice slice(Arm arm) {
        if (!slices.containsKey(arm) || !slices.get(arm).hasNext()) {
            slices.put(arm, PAIRS.stream().map(pair -> pair.of(arm).slice()).iterator());
        }
        return slices.get(arm).next();
    }
}
