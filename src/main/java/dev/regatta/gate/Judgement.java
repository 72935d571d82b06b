package dev.regatta.gate;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Tail;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * A sound measurement with something to compare it to, on its way through the looks.
 *
 * @param measurement the measurement
 * @param comparison  candidate against baseline or book
 * @param versions    both versions
 * @param differences facts in which the book's environment differs, empty when it does not
 * @param now         where it was measured
 * @param hypotheses  how many hypotheses the run judges
 */
record Judgement(CellMeasurement measurement, Comparison comparison, Versions versions, List<Change> differences,
        Fingerprint now, int hypotheses) {

    /** One-sided error of a gain that makes up for costs. */
    private static final double PLAIN = 0.005;

    /** One-sided error of a loss that forbids it. */
    private static final double WORSE = 0.05;

    /**
     * What the looks at a measurement say.
     *
     * @param look      the first look at which something is concluded, else the last that was reached; 0 if none was
     * @param undecided the last look after which nothing is concluded; 0 if none was
     * @param setAside  the sets that do not count, because they were disturbed
     * @param estimates what the others tell at {@code look}
     * @param finding   what is concluded; empty while nothing is
     */
    record Decision(int look, int undecided, Set<Integer> setAside, SortedMap<Metric, Estimate> estimates,
            Optional<LookOutcome> finding) {}

    /**
     * The first look that decides, or the last one.
     *
     * @param undecided the looks up to this one are known to decide nothing
     */
    Decision decision(int undecided) {
        Rule rule = rule();
        int last = 0;
        for (int look : rule.looks()) {
            if (look > measurement.pairs().size()) {
                break;
            }
            if (look > undecided) {
                if (disturbance(look, Set.of()).excessive()) {
                    var inNoise = estimates(look, comparison::estimateInNoise);
                    var finding = rule.inNoiseAt(look, inNoise);
                    if (finding.isPresent()) {
                        return new Decision(look, last, Set.of(), inNoise, finding);
                    }
                }
                var setAside = comparison.setAside(look);
                if (!disturbance(look, setAside).excessive()) {
                    var estimates = estimates(look, comparison::estimate);
                    var finding = rule.at(look, estimates);
                    if (finding.isPresent()) {
                        return new Decision(look, last, setAside, estimates, finding);
                    }
                }
            }
            last = look;
        }
        return new Decision(last, last, comparison.setAside(last), estimates(last, comparison::estimate),
                Optional.empty());
    }

    /** The verdict of the look that decides, or of the end. */
    CellVerdict verdict(Decision decision, String candidate, String baseline) {
        int measured = measurement.pairs().size();
        if (decision.look() == 0) {
            int needed = rule().looks().getFirst();
            return cellVerdict(decision, measured, measurement.timed().outOfBudget()
                    ? new Verdict.Inconclusive(new Doubt.TooFew(measured, needed))
                    : new Verdict.Invalid(new Flaw.TooFew(measured, needed)), measurement.timed().outOfBudget(),
                    candidate,
                    baseline);
        }
        if (decision.finding().isPresent()) {
            return cellVerdict(decision, decision.look(), verdict(decision.finding().get(), false), true, candidate,
                    baseline);
        }
        boolean ended = measurement.timed().outOfBudget() || measured >= rule().looks().getLast();
        return cellVerdict(decision, decision.look(), atTheEnd(decision, ended), ended, candidate, baseline);
    }

    private Rule rule() {
        return switch (comparison) {
            case Duel duel -> duelRule();
            case ShortCheck check -> new ShortCheckRule(check, level());
        };
    }

    private DuelRule duelRule() {
        return new DuelRule(hypotheses);
    }

    /**
     * Whether a fresh set tells more than further pairs of the last one: because a change is shown but for the
     * number of sets, or because the last set is long enough. Without a race it never does.
     */
    boolean wantsFreshSet() {
        int pairs = measurement.pairs().size();
        if (!(comparison instanceof Duel duel)) {
            return false;
        }
        boolean noisy = disturbance(pairs, comparison.setAside(pairs)).excessive();
        var estimates = estimates(pairs, noisy ? comparison::estimateInNoise : comparison::estimate);
        return Looks.PLANNED.contains(pairs) && duelRule().awaitsSets(pairs, estimates)
                || duel.isLongEnough(estimates);
    }

    private double level() {
        return FamilyError.each(hypotheses);
    }

    private Verdict atTheEnd(Decision last, boolean ended) {
        var disturbance = disturbance(last.look(), last.setAside());
        if (disturbance.excessive()) {
            return new Verdict.Inconclusive(new Doubt.Noisy(disturbance.words()));
        }
        Rule rule = rule();
        var finding = ended ? rule.atTheEnd(last.look(), last.estimates()) : Optional.<LookOutcome>empty();
        if (finding.isPresent()) {
            return verdict(finding.get(), true);
        }
        return new Verdict.Inconclusive(new Doubt.Undecided(measurement.pairs().size() >= rule.looks().getLast()
                ? Doubt.End.ALL_PAIRS
                : measurement.timed().outOfBudget() ? Doubt.End.BUDGET : Doubt.End.STOPPED));
    }

    private Verdict verdict(LookOutcome finding, boolean end) {
        return switch (finding) {
            case LookOutcome.Same same -> new Verdict.Unchanged(end);
            case LookOutcome.NoCollapse passed -> checked();
            case LookOutcome.Worse worse -> new Verdict.Regressed(worse.metrics());
            case LookOutcome.Better better -> new Verdict.Improved(better.metrics());
        };
    }

    /** A short check that ruled a collapse out is told apart from the outcome of a race. */
    private Verdict checked() {
        var changed = comparison instanceof ShortCheck check ? check.changedInputs() : List.<Change>of();
        return untimed() && !changed.isEmpty()
                ? new Verdict.Inconclusive(new Doubt.NoYardstick(changed))
                : new Verdict.NotRaced(changed, Optional.empty());
    }

    private boolean untimed() {
        return comparison instanceof ShortCheck check && !check.timed();
    }

    private CellVerdict cellVerdict(Decision decision, int look, Verdict verdict, boolean decided, String candidate,
            String baseline) {
        var estimates = decision.estimates();
        var pairs = measurement.pairs().subList(0, look);
        var figures = new CellFigures(Figures.of(pairs, Arm.CANDIDATE, comparison.tail().percentile()),
                shareOfWire(pairs), Bound.of(pairs, now));
        var counters = Counters.of(measurement, comparison, now);
        var instruments = new UntimedEvidence(List.of(counters, PinnedParks.of(measurement, comparison, now)));
        var profiles = new Profiles(measurement);
        return new CellVerdict(measurement.cell(), instruments.ruled(verdict, gained(verdict, decision)),
                decided || look >= Looks.ESTIMATE && !instruments.settled(comparison.how()).isEmpty(),
                Optional.of(new Compared(comparison.how(), versions,
                        decision.setAside().size(), differences)),
                candidate, baseline, look, sets(look), readings(look, estimates), counters.readings(),
                Optional.of(figures),
                Stream.of(warnings(disturbance(look, decision.setAside())), instruments.notes(), profiles.notes())
                        .flatMap(List::stream)
                        .toList(),
                profiles.grown());
    }

    /**
     * Whether a metric is better by more than its limit for certain, at any look, and none is known to be worse. Costs
     * of time are then no regression by themselves. Where every set was
     * disturbed, only a gain that was concluded in spite of that counts.
     */
    private boolean gained(Verdict timed, Decision decision) {
        var estimates = decision.estimates();
        return timed instanceof Verdict.Improved || comparison.how() == ComparisonKind.DUEL
                && !disturbance(decision.look(), decision.setAside()).excessive()
                && estimates.values().stream()
                        .anyMatch(estimate -> estimate.throughout().mirrored().lower(PLAIN) > estimate.limit())
                && estimates.values().stream().noneMatch(estimate -> estimate.throughout().lower(WORSE) > 0
                        && estimate.theta() > estimate.limit());
    }

    private static SortedMap<Metric, Estimate> estimates(int look,
            BiFunction<Metric, Integer, Optional<Estimate>> reading) {
        var estimates = new TreeMap<Metric, Estimate>();
        if (look == 0) {
            return estimates;
        }
        for (Metric metric : Metric.values()) {
            reading.apply(metric, look).ifPresent(estimate -> estimates.put(metric, estimate));
        }
        return estimates;
    }

    private SortedMap<Metric, MetricReading> readings(int look, SortedMap<Metric, Estimate> estimates) {
        var readings = new TreeMap<Metric, MetricReading>();
        estimates.forEach((metric, estimate) -> readings.put(metric, switch (comparison) {
            case Duel duel ->
                MetricReading.ofRace(estimate, duelRule().error(look));
            case ShortCheck check -> MetricReading.ofCheck(estimate, level());
        }));
        return readings;
    }

    /** How much of the first pairs was disturbed, but for those of the sets that are set aside. */
    private Disturbance disturbance(int look, Set<Integer> setAside) {
        return comparison.ratios().disturbance(look, setAside);
    }

    private int sets(int look) {
        return (int) measurement.pairs().subList(0, look).stream().mapToInt(Pair::set).distinct().count();
    }

    private static OptionalDouble shareOfWire(List<Pair> pairs) {
        var both = pairs.stream().filter(pair -> pair.slices().stream()
                .anyMatch(slice -> slice.arm() == Arm.REFERENCE)).toList();
        return both.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(PairedRatios.shareOfThroughput(both, Arm.CANDIDATE, Arm.REFERENCE));
    }

    private List<String> warnings(Disturbance disturbance) {
        var warnings = new ArrayList<String>();
        if (untimed()) {
            warnings.add("no raw wire runs this workload: only results and counts were checked, no times");
        }
        Tail tail = comparison.tail();
        if (tail.percentile() < 99) {
            warnings.add("the tail is " + tail.label() + ": slices hold too few operations for p99");
        }
        if (disturbance.unread() > 0) {
            warnings.add("disturbance could not be fully read in " + disturbance.unread() + " of "
                    + disturbance.slices() + " slices: they do not count as quiet, nor as disturbed");
        }
        measurement.timed().standstills().forEach(still -> warnings.add("the forks of set " + still.set()
                + " were replaced: " + still.words()));
        var raced = measurement.forks().stream()
                .filter(fork -> comparison instanceof Duel && comparison.arms().contains(fork.arm())).toList();
        long unsteady = raced.stream().filter(fork -> !fork.steady()).count();
        if (unsteady > 0) {
            warnings.add(unsteady + " of " + raced.size() + " forks " + (unsteady == 1 ? "was" : "were")
                    + " still warming up when timing began");
        }
        return warnings;
    }
}
