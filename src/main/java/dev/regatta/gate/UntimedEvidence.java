package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was read beside the times of one cell, untimed: it is the same on any machine, and no noise excuses it. Of two
 * clients that raced it is told and decides nothing: that their counts differ makes them two clients, neither had the
 * other's before, and what a count costs here is in the times.
 *
 * @param counters what was counted
 * @param pins     the pinned parks
 * @param how      with what the candidate was compared
 */
record UntimedEvidence(Counters counters, PinnedParks pins, ComparisonKind how) {

    /** One-sided error of a gain that makes up for costs. */
    private static final double PLAIN = 0.005;

    /** One-sided error of a loss that forbids it. */
    private static final double WORSE = 0.05;

    /** All of a measurement. */
    static UntimedEvidence of(CellMeasurement measurement, Comparison comparison, Fingerprint here) {
        return new UntimedEvidence(Counters.of(measurement, comparison, here),
                PinnedParks.of(measurement, comparison, here), comparison.how());
    }

    /**
     * The verdict on the timing and these readings together; what could not be judged stays so. What only costs time
     * shows in the times: where a gain is plain and losses are ruled out, the gain makes up for it. Where the gain is
     * plain and losses are not ruled out, the cell is as undecided as its times: a count that got worse makes no pass
     * of it. If a reading that decides is missing, good times are no pass.
     *
     * @param timed by the timing alone
     * @param look  at which it was reached
     */
    Verdict ruled(Verdict timed, Look look) {
        if (timed instanceof Verdict.Invalid) {
            return timed;
        }
        var causes = causes();
        var missing = both(counters.missing(), pins.missing());
        Verdict ruled = switch (timed) {
            case Verdict any when causes.isEmpty() && !(any instanceof Verdict.Regressed) -> any;
            case Verdict.Regressed slower -> worse(slower.metrics(), timed, causes, missing);
            case Verdict.Improved faster when causes.stream().allMatch(Cause::cost) ->
                new Verdict.Improved(faster.metrics(), causes, Optional.empty());
            case Verdict any when gained(look) && causes.stream().allMatch(Cause::cost) ->
                any.good() ? new Verdict.Improved(List.of(), causes, Optional.empty()) : any;
            case Verdict any -> worse(List.of(), timed, causes, missing);
        };
        return ruled.good() && !missing.isEmpty()
                ? new Verdict.Inconclusive(new Doubt.Unread(ruled.kind(), missing))
                : ruled;
    }

    /**
     * Whether a metric of a race is better by more than its limit for certain, at any look, and none is known to be
     * worse. Costs of time are then no regression by themselves.
     */
    private boolean gained(Look look) {
        var metrics = look.estimates().values();
        return how == ComparisonKind.DUEL
                && metrics.stream()
                        .anyMatch(metric -> metric.throughout().mirrored().lower(PLAIN) > metric.limit())
                && metrics.stream().noneMatch(
                        metric -> metric.throughout().lower(WORSE) > 0 && metric.theta() > metric.limit());
    }

    private static Verdict worse(List<Metric> metrics, Verdict timed, List<Cause> causes, List<String> missing) {
        Optional<Doubt> doubt = timed instanceof Verdict.Inconclusive(Doubt why)
                ? Optional.of(why)
                : missing.isEmpty() ? Optional.empty() : Optional.of(new Doubt.Unread(timed.kind(), missing));
        return new Verdict.Regressed(metrics, causes, timed.kind(), Optional.empty(), Optional.empty(), doubt);
    }

    /** What decides by itself, however the times turn out: no gain in time makes up for it. */
    List<Cause> settled() {
        return causes().stream().filter(cause -> !cause.cost() || how == ComparisonKind.SHORT_CHECK).toList();
    }

    /** What was seen, for the report. */
    List<String> notes() {
        return both(counters.notes(), pins.notes());
    }

    /** What makes the candidate worse. */
    List<Cause> causes() {
        return both(counters.causes(), pins.causes());
    }

    private static <T> List<T> both(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
