package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.Baselines;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Losses that a branch accepts. They are measured against the base branch and reported like any others. A loss passes
 * only if the branch's own entry of the cell declares it: this entry was measured again, gives a reason, and is worse
 * than the base's in each metric that was lost. A loss beyond this difference plus the limit must be ruled out in every
 * metric, as for a cell that is unchanged. Where something else is in doubt, as the times of a race beside a count that
 * the entry declares, the cell is undecided. A loss that trimming hides is never accepted.
 */
public final class Acceptance {

    private final Map<Dialect, Baseline> base;
    private final Map<Dialect, Baseline> head;
    private final List<BaselineChange> changes;

    /**
     * What a branch may accept.
     *
     * @param base    the baselines of the branch it starts from
     * @param head    its own
     * @param changes from one to the other, reviewed
     */
    public Acceptance(Map<Dialect, Baseline> base, Map<Dialect, Baseline> head, List<BaselineChange> changes) {
        this.base = Map.copyOf(base);
        this.head = Map.copyOf(head);
        this.changes = List.copyOf(changes);
    }

    /**
     * A report on {@code run} in which accepted losses are no longer losses. An entry that claims a larger loss than its
     * cell's race measured, for certain and by more than two runs differ, is refused: the branch gave itself room.
     */
    public GateReport of(GateReport report, MeasuredRun run) {
        return new GateReport(report.tool(), report.started(), report.commit(), report.complete(),
                report.environments(),
                report.cells().stream().map(verdict -> run.find(verdict.cell())
                        .map(cell -> of(verdict, cell, report.environments().get(verdict.cell().database())))
                        .orElse(verdict)).toList(),
                report.changes().stream().map(change -> refused(change, report, run)).toList());
    }

    private BaselineChange refused(BaselineChange change, GateReport report, MeasuredRun run) {
        if (!change.looserRatio() || change.kind() != BaselineChange.Kind.CHANGED) {
            return change;
        }
        return report.cells().stream().filter(cell -> cell.cell().database() == change.database()
                && cell.cell().onAnyJdk().toString().equals(change.name())
                && cell.how().equals(Optional.of(ComparisonKind.DUEL))
                && run.find(cell.cell()).flatMap(CellMeasurement::baseline)
                        .equals(base.get(change.database()).recipe(cell.cell().client().stack())))
                .map(cell -> excess(cell, change, report)).flatMap(Optional::stream).findFirst()
                .map(change::refused).orElse(change);
    }

    /** What the entry claims and the race did not find, in one sentence; empty where the race allows the claim. */
    private Optional<String> excess(CellVerdict cell, BaselineChange change, GateReport report) {
        Fingerprint there = change.environment().orElseThrow();
        boolean here = report.environments().get(change.database()).of(cell.cell().client()).equals(there);
        var claims = claims(entry(base, cell.cell(), there), entry(head, cell.cell(), there));
        return cell.readings().values().stream()
                .filter(reading -> reading.beats(claims.getOrDefault(reading.metric(), 0.0), here))
                .findFirst().map(reading -> String.format(Locale.ROOT,
                        "the entry of %s claims a loss of %.1f %% in %s against the base's, and the race measured a "
                                + "ratio of %.3f: %s",
                        cell.cell(), 100 * reading.metric().fraction(claims.getOrDefault(reading.metric(), 0.0)),
                        reading.metric().words(), reading.ratio(), Baselines.HOW_TO_MEASURE));
    }

    /** The metrics in which an entry is worse than an earlier one, and by how much, as logarithms. */
    private static SortedMap<Metric, Double> claims(BookEntry then, BookEntry now) {
        SortedMap<Metric, Double> claims = new TreeMap<>();
        for (Metric metric : Metric.values()) {
            now.ratio(metric).flatMap(after -> then.ratio(metric)
                    .map(before -> metric.loss(after.logRatio() - before.logRatio()))).filter(claim -> claim > 0)
                    .ifPresent(claim -> claims.put(metric, claim));
        }
        return claims;
    }

    /**
     * The verdict on a cell, if it lost, with what the branch says of that.
     *
     * @param where where it was measured
     */
    public CellVerdict of(CellVerdict verdict, CellMeasurement measurement, Fingerprint where) {
        Dialect database = verdict.cell().database();
        Optional<Recipe> before = Optional.ofNullable(base.get(database))
                .flatMap(book -> book.recipe(verdict.cell().client().stack()));
        // The entry declares a loss against the base's entry. A race against another recipe than the base's is about
        // another loss.
        if (!(verdict.verdict() instanceof Verdict.Regressed lost) || before.isEmpty()
                || !measurement.baseline().equals(before)) {
            return verdict;
        }
        return environment(verdict.cell(), where).map(there -> judged(verdict, lost, there)).orElse(verdict);
    }

    /**
     * Whether the branch's own entry of a cell declares all of this, so that the race must go on until the times are
     * decided as well.
     *
     * @param older  the recipe that races as the baseline; empty where none does
     * @param where  where it is measured
     * @param causes what was found beside the times
     */
    public boolean declares(CellId cell, Optional<Recipe> older, Fingerprint where, List<Cause> causes) {
        Optional<Baseline> book = Optional.ofNullable(base.get(cell.database()));
        Optional<Recipe> before = book.flatMap(stored -> stored.recipe(cell.client().stack()));
        return before.isPresent() && older.equals(before) && environment(cell, where)
                .filter(there -> declared(causes, entry(head, cell, there), entry(base, cell, there))).isPresent();
    }

    private static boolean declared(List<Cause> causes, BookEntry now, BookEntry then) {
        return causes.stream()
                .allMatch(cause -> cause instanceof Cause.Counted(CountReading count) && claims(now, then, count));
    }

    /** The nearest of the environments in which the branch measured the cell again and says why. */
    private Optional<Fingerprint> environment(CellId cell, Fingerprint where) {
        var there = changes.stream()
                .filter(change -> change.database() == cell.database() && change.part() == BaselineChange.Part.CELL
                        && change.kind() == BaselineChange.Kind.CHANGED && change.problem().isEmpty()
                        && change.name().equals(cell.onAnyJdk().toString()))
                .map(BaselineChange::environment).flatMap(Optional::stream).toList();
        return base.get(cell.database()).nearest(where.of(cell.client()),
                environment -> there.contains(environment.fingerprint())).map(Environment::fingerprint);
    }

    private CellVerdict judged(CellVerdict verdict, Verdict.Regressed lost, Fingerprint where) {
        BookEntry then = entry(base, verdict.cell(), where);
        BookEntry now = entry(head, verdict.cell(), where);
        var claims = claims(then, now);
        boolean accepted = lost.metrics().stream().allMatch(metric -> claims.containsKey(metric)
                && ruledOut(verdict, metric, claims))
                && verdict.readings().values().stream().allMatch(reading -> reading.theta() < most(reading, claims))
                && verdict.counts().values().stream().filter(CountReading::increased)
                        .allMatch(count -> claims(now, then, count))
                // What stands still has no reading that could be within a claim, unless only the base's form does.
                && (lost.standstills().isEmpty() || lost.timing() == VerdictKind.IMPROVED)
                // More pinned threads never are: the stacks contradict any claim about them.
                && declared(lost.causes(), now, then);
        Verdict.Regressed claimed = lost.claimed(new StatedLoss(claims, now.reason()));
        if (!accepted) {
            return verdict.with(claimed);
        }
        boolean decided = Arrays.stream(Metric.values()).allMatch(metric -> ruledOut(verdict, metric, claims));
        Optional<Doubt> doubt = lost.doubt()
                .or(() -> decided ? Optional.empty() : Optional.of(new Doubt.Undecided(Doubt.End.STOPPED)));
        return verdict.with(doubt
                .<Verdict>map(rest -> new Verdict.Inconclusive(new Doubt.BesideClaim(claimed, rest)))
                .orElseGet(() -> new Verdict.Unchanged(false, Optional.of(claimed))));
    }

    /**
     * Whether a loss of more than the claim plus the limit is ruled out. What trimming hides is never claimed, because
     * the ratios of an entry are trimmed means; and without a reading nothing is ruled out.
     */
    private static boolean ruledOut(CellVerdict verdict, Metric metric, SortedMap<Metric, Double> claims) {
        return Optional.ofNullable(verdict.readings().get(metric)).filter(reading -> reading.hidden().isEmpty()
                && metric.lossOfRatio(reading.worst()) < most(reading, claims)).isPresent();
    }

    private static double most(MetricReading reading, SortedMap<Metric, Double> claims) {
        Metric metric = reading.metric();
        return claims.getOrDefault(metric, 0.0) + metric.lossOfRatio(reading.limit());
    }

    /**
     * Whether the branch's entry declares a higher count than the base's entry, and one that covers what was counted.
     */
    private static boolean claims(BookEntry now, BookEntry then, CountReading count) {
        Double claim = now.counts().get(count.counter());
        Double before = then.counts().get(count.counter());
        return claim != null && before != null && before < claim
                && !new CountReading(count.counter(), count.now(), Optional.of(claim)).increased();
    }

    private static BookEntry entry(Map<Dialect, Baseline> books, CellId cell, Fingerprint where) {
        return books.get(cell.database()).in(where).flatMap(there -> there.entry(cell)).orElseThrow();
    }
}
