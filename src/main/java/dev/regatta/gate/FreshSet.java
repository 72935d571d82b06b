package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Tail;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Timetable;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * When a set of a race is over: a fresh one tells more than further pairs of it, because a change is shown but for the
 * number of sets, or because the set is long enough. It decides how long a race takes, and no verdict.
 *
 * @param duel      the race
 * @param now       what is known after its last pair
 * @param costNanos what it costs to start a set and to warm it up
 */
record FreshSet(Duel duel, Look now, double costNanos) {

    /** Whoever gains this much ends too many operations for the other arm to have a tail. */
    private static final double DOUBLED = Math.log(2);

    /** What a set costs whose operations are short: about as much for most clients. */
    static final double NANOS = 10e9;

    /** What the next set will cost: where a slice of the warm-up waits for a long operation, each takes longer. */
    static double nanos(CellMeasurement measurement) {
        double each = measurement.timed().sliceMillis() * 1e6 / Timetable.TURNS;
        int last = measurement.forks().stream().mapToInt(ForkStart::set).max().orElse(0);
        int slices = measurement.forks().stream().filter(fork -> fork.set() == last)
                .mapToInt(ForkStart::warmUpSlices).sum();
        return NANOS + slices * Math.max(0, each - Timetable.WARM_UP_SLICE_NANOS);
    }

    boolean isWanted() {
        return Looks.PLANNED.contains(now.pairs()) && isAwaited() || !isTailNear() && isWorthMore();
    }

    /**
     * Whether the tail has too few values, and a set of usual length brings enough. A fresh set would begin with none of
     * its own, and what is left of this one would be of no use.
     */
    private boolean isTailNear() {
        return !now.estimates().containsKey(Metric.TAIL_LATENCY) && isNear(duel.ratios().tail());
    }

    /** Whether a change, a loss or a gain, is shown but for the number of sets. A gain decides where no tail is missing. */
    boolean isAwaited() {
        boolean gains = tellsGains(now, duel.ratios().tail());
        return now.estimates().values().stream()
                .flatMap(metric -> gains ? Stream.of(metric, metric.mirrored()) : Stream.of(metric))
                .anyMatch(metric -> metric.certain(duel.error(now.pairs())).findAny().isPresent()
                        && !duel.shown(metric, now.pairs()));
    }

    /** Whether what is known is enough for a gain. */
    static boolean tellsGains(Look look, Tail tail) {
        return look.all(metric -> true) || tooFewForATail(look.estimates(), tail);
    }

    /**
     * Whether only the tail is not known, and no set of usual length would tell it, throughput more than doubled, and no
     * other loss is left. The baseline then ended too few operations for a tail, and a missing tail is no sign of a loss.
     */
    private static boolean tooFewForATail(SortedMap<Metric, Estimate> estimates, Tail tail) {
        return !isNear(tail) && estimates.keySet().equals(EnumSet.complementOf(EnumSet.of(Metric.TAIL_LATENCY)))
                && estimates.get(Metric.THROUGHPUT).theta() < -DOUBLED
                && estimates.values().stream().allMatch(Estimate::noLoss);
    }

    /** Whether a set of usual length has enough values of the tail. */
    static boolean isNear(Tail tail) {
        return Looks.FEWEST_VALUES * tail.slicesPerBlock() <= Looks.USUAL_SET;
    }

    /**
     * Whether the last set is long enough: a fresh set buys more precision in a second than further pairs of
     * this one. For pairs that take c_p and scatter by s_p, and sets that take c_f and differ by tau, that is so from
     * {@code sqrt((c_f / c_p) (s_p^2 / tau^2))} pairs on (Kalibera and Jones, "Rigorous benchmarking in reasonable
     * time", ISMM 2013). With the time t that its pairs took and the standard error s of their mean, which is
     * {@code s_p / sqrt(t / c_p)}, this says {@code t tau^2 >= c_f s^2}. The metric counts whose error is largest beside
     * its limit.
     */
    boolean isWorthMore() {
        PairedRatios ratios = duel.ratios();
        var binding = now.estimates().values().stream()
                .max(Comparator.comparingDouble(metric -> metric.standardError() / metric.limit()));
        int last = ratios.lastSet();
        return binding.isPresent() && ratios.all(binding.get().metric()).ofSet(last).summary()
                .filter(set -> ratios.nanosOfSet(last) * Math.pow(binding.get().betweenForks(), 2) >= costNanos
                        * Math.pow(set.standardError(), 2))
                .isPresent();
    }
}
