package dev.regatta.gate;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.analysis.Tail;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A sound measurement with something to compare it to, on its way through the looks.
 *
 * @param measurement the measurement
 * @param comparison  candidate against baseline or book
 * @param versions    both versions in words
 * @param differences facts in which the book's environment differs, empty when it does not
 * @param now         where it was measured
 * @param hypotheses  how many hypotheses the run judges
 * @param seed        of the sign flips
 */
record Judgement(CellMeasurement measurement, Comparison comparison, String versions, String differences,
        Fingerprint now, int hypotheses, long seed) {

    /** One-sided error of a gain that makes up for costs. */
    private static final double PLAIN = 0.005;

    /** One-sided error of a loss that forbids it. */
    private static final double WORSE = 0.05;

    /**
     * What the looks at a measurement say.
     *
     * @param look      the first look at which something is concluded, else the last that was reached; 0 if none was
     * @param undecided the last look after which nothing is concluded; 0 if none was
     * @param estimates what is known at {@code look}
     * @param finding   what is concluded; empty while nothing is
     */
    record Decision(int look, int undecided, SortedMap<Metric, Estimate> estimates, Optional<Finding> finding) {}

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
                var estimates = estimates(look);
                var finding = disturbance(look).excessive()
                        ? rule.inNoiseAt(look, estimates)
                        : rule.at(look, estimates);
                if (finding.isPresent()) {
                    return new Decision(look, last, estimates, finding);
                }
            }
            last = look;
        }
        return new Decision(last, last, estimates(last), Optional.empty());
    }

    /** The verdict of the look that decides, or of the end. */
    CellVerdict verdict(Decision decision, String candidate, String baseline) {
        int look = decision.look();
        var estimates = decision.estimates();
        if (look == 0) {
            int measured = measurement.pairs().size();
            String why = measurement.cell() + ": " + measured + " pairs, at least " + rule().looks().getFirst()
                    + " are needed";
            return cellVerdict(measured, estimates, measurement.outOfBudget()
                    ? new Verdict.Inconclusive(why + " and the time budget ended: raise it")
                    : new Verdict.Invalid(why), measurement.outOfBudget(), candidate, baseline);
        }
        if (decision.finding().isPresent()) {
            return cellVerdict(look, estimates, verdict(decision.finding().get(), look, estimates, false), true,
                    candidate, baseline);
        }
        boolean ended = measurement.outOfBudget() || measurement.pairs().size() >= rule().looks().getLast();
        return cellVerdict(look, estimates, atTheEnd(rule(), look, estimates, ended), ended, candidate, baseline);
    }

    private Rule rule() {
        return switch (comparison) {
            case Duel duel -> new DuelRule(Looks.failures(hypotheses), measurement.thorough(), seed);
            case ShortCheck check -> new ShortCheckRule(check, level());
        };
    }

    private double level() {
        return FamilyError.each(hypotheses);
    }

    private Verdict atTheEnd(Rule rule, int last, SortedMap<Metric, Estimate> estimates, boolean ended) {
        int most = rule.looks().getLast();
        String end = measurement.pairs().size() >= most
                ? "after all " + most + " pairs"
                : measurement.outOfBudget() ? "when the time budget ended" : "when measuring stopped";
        if (disturbance(last).excessive()) {
            return new Verdict.Inconclusive(measurement.cell() + ": machine too noisy: " + disturbance(last).words());
        }
        var finding = ended ? rule.atTheEnd(last, estimates) : Optional.<Finding>empty();
        if (finding.isPresent()) {
            return verdict(finding.get(), last, estimates, true);
        }
        return new Verdict.Inconclusive(
                sentence("undecided " + end, List.copyOf(estimates.keySet()), last, estimates)
                        + "; " + Sentences.smallestChanges(readings(last, estimates)),
                end);
    }

    private Verdict verdict(Finding finding, int look, SortedMap<Metric, Estimate> estimates, boolean end) {
        return switch (finding) {
            case Finding.Same same ->
                new Verdict.Unchanged(sentence(end ? "not worse" : "", List.of(Metric.values()), look, estimates));
            case Finding.NoCollapse passed -> checked(look, estimates);
            case Finding.Worse worse -> new Verdict.Regressed(
                    sentence("", worse.metrics(), look, estimates)
                            + (comparison instanceof ShortCheck ? Sentences.MACHINE_FIRST : ""),
                    worse.metrics());
            case Finding.Better better -> new Verdict.Improved(sentence("", better.metrics(), look, estimates));
        };
    }

    /** What a short check found that ruled a collapse out: it is told apart from the outcome of a race in every word. */
    private Verdict checked(int look, SortedMap<Metric, Estimate> estimates) {
        String ruledOut = "checked beside the raw wire, " + Sentences.ruledOut(readings(look, estimates)) + "; "
                + Sentences.size(look, forks(look))
                + (differences.isEmpty() ? "" : "; stored in another environment: " + differences);
        var changed = comparison instanceof ShortCheck check ? check.changedInputs() : List.<String>of();
        return changed.isEmpty()
                ? new Verdict.SameInputs(measurement.cell() + ": same inputs as the baseline's " + versions + "; "
                        + ruledOut)
                : new Verdict.NotRaced(measurement.cell() + ": " + String.join(", ", changed)
                        + " and could not race; " + ruledOut);
    }

    private String sentence(String opening, List<Metric> metrics, int look, SortedMap<Metric, Estimate> estimates) {
        return measurement.cell() + ": " + (opening.isEmpty() ? "" : opening + ": ")
                + Sentences.readings(metrics, readings(look, estimates), versions) + "; "
                + Sentences.size(look, forks(look)) + Sentences.setAside(comparison.setAside(look).size())
                + (differences.isEmpty() ? "" : "; compared with another environment: " + differences);
    }

    private CellVerdict cellVerdict(int look, SortedMap<Metric, Estimate> estimates, Verdict verdict, boolean decided,
            String candidate, String baseline) {
        var pairs = measurement.pairs().subList(0, look);
        var figures = new CellFigures(Figures.of(pairs, Arm.CANDIDATE, comparison.tail().percentile()),
                shareOfWire(pairs), Bound.of(pairs, now));
        var counters = Counters.of(measurement, comparison, now);
        var instruments = new UntimedEvidence(List.of(counters, PinnedParks.of(measurement, comparison, now)));
        var profiles = new Profiles(measurement);
        return new CellVerdict(measurement.cell(), ruled(verdict, gained(verdict, estimates), instruments, counters),
                decided || instruments.increased(), Optional.of(comparison.how()), candidate, baseline,
                measurement.baseline().map(older -> Sentences.changes(measurement, older)).orElse(List.of()), look,
                forks(look), readings(look, estimates), counters.readings(), Optional.of(figures),
                Stream.of(warnings(look, figures), instruments.notes(), profiles.notes()).flatMap(List::stream)
                        .toList(),
                profiles.grown());
    }

    /** The verdict with what was read beside the times taken into account, and what moved with them if they became worse. */
    private Verdict ruled(Verdict timed, boolean gained, UntimedEvidence instruments, Counters counters) {
        Verdict ruled = instruments.ruled(measurement.cell(), timed, versions, gained);
        return timed instanceof Verdict.Regressed slower
                ? new Verdict.Regressed(
                        ruled.reason() + Attribution.of(counters.readings().values(), instruments.causes()),
                        slower.metrics(), instruments.causes())
                : ruled;
    }

    /**
     * Whether a metric is better by more than its limit for certain, at whatever look, and none is known to be worse: what is
     * only cost is then made up for, also where another metric is undecided.
     */
    private boolean gained(Verdict timed, SortedMap<Metric, Estimate> estimates) {
        return timed instanceof Verdict.Improved || comparison.how() == ComparisonKind.DUEL
                && estimates.values().stream().anyMatch(estimate -> estimate.mirrored().lower(PLAIN) > estimate.limit())
                && estimates.values().stream().noneMatch(estimate -> estimate.lower(WORSE) > 0
                        && estimate.theta() > estimate.limit());
    }

    private SortedMap<Metric, Estimate> estimates(int look) {
        var estimates = new TreeMap<Metric, Estimate>();
        if (look == 0) {
            return estimates;
        }
        for (Metric metric : Metric.values()) {
            comparison.estimate(metric, look).ifPresent(estimate -> estimates.put(metric, estimate));
        }
        return estimates;
    }

    private SortedMap<Metric, MetricReading> readings(int look, SortedMap<Metric, Estimate> estimates) {
        var readings = new TreeMap<Metric, MetricReading>();
        estimates.forEach((metric, estimate) -> readings.put(metric,
                MetricReading.of(estimate, level(), smallestThatFails(look, estimate))));
        return readings;
    }

    /** No smaller loss may fail up to this look, however certain it is. */
    private double smallestThatFails(int look, Estimate estimate) {
        return comparison instanceof Duel ? DuelRule.smallestThatFails(look, estimate) : estimate.limit();
    }

    /** Of the pairs that the estimates at this look rest on. */
    private Disturbance disturbance(int look) {
        return comparison.ratios().disturbance(look, comparison.setAside(look));
    }

    private int forks(int look) {
        return (int) measurement.pairs().subList(0, look).stream().mapToInt(Pair::stage).distinct().count();
    }

    private static OptionalDouble shareOfWire(List<Pair> pairs) {
        var both = pairs.stream().filter(pair -> pair.slices().stream()
                .anyMatch(slice -> slice.arm() == Arm.REFERENCE)).toList();
        return both.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(PairedRatios.shareOfThroughput(both, Arm.CANDIDATE, Arm.REFERENCE));
    }

    private List<String> warnings(int look, CellFigures figures) {
        var warnings = new ArrayList<String>();
        Tail tail = comparison.tail();
        if (tail.percentile() < 99) {
            warnings.add("the tail is " + tail.label() + ": slices hold too few operations for p99");
        }
        var disturbance = disturbance(look);
        if (disturbance.unread() > 0) {
            warnings.add("disturbance could not be fully read in " + disturbance.unread() + " of "
                    + disturbance.slices() + " slices: they do not count as quiet, nor as disturbed");
        }
        measurement.standstills().forEach(still -> warnings.add("the forks of stage " + still.stage()
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
