package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.stats.Quantiles;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How many sets a race of equal releases needs before it can pass, computed from the known difference between
 * a client's forks. The computation assumes that pairs do not scatter, that the arms are exactly alike, and that forks
 * differ as they are known to.
 *
 * @param betweenForks the standard deviation of what forks differ by, as a logarithm
 * @param needed       sets
 */
public record SetsToPass(Metric metric, double betweenForks, int needed) {

    /**
     * A race that needs more takes over four minutes to pass although nothing changed. A race may have more sets, but
     * only to show losses that are nearly certain.
     */
    public static final int MOST = 16;

    /** At least so many: {@code (z tau / limit)^2} with the tau, the error and the limit of a {@link Duel}. */
    static int of(Metric metric, Noise noise) {
        double each = Quantiles.normal(1 - Duel.PASS_ERROR)
                * Duel.tau(Tolerance.DUEL.fluctuation(metric), Optional.of(noise), Optional.of(noise))
                / Tolerance.DUEL.limit(metric);
        return (int) Math.max(1, Math.ceil(each * each));
    }

    /** The metrics in which races of a client with this noise take too long to pass. */
    public static List<SetsToPass> tooMany(SortedMap<Metric, Noise> metrics) {
        return metrics.entrySet().stream().map(noise -> new SetsToPass(noise.getKey(),
                noise.getValue().betweenForks(), of(noise.getKey(), noise.getValue())))
                .filter(sets -> sets.needed() > MOST).toList();
    }
}
