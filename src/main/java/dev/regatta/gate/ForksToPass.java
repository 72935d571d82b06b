package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.stats.Quantiles;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * How many sets of forks a race of equal releases needs before it can pass, computed from the known difference between
 * a client's forks. The computation assumes that pairs do not scatter and that the arms are exactly alike, so no race
 * passes with fewer.
 *
 * @param betweenForks the standard deviation of what forks differ by, as a logarithm
 * @param needed       sets of forks, at least so many
 */
public record ForksToPass(Metric metric, double betweenForks, int needed) {

    /**
     * A race that needs more takes over four minutes to pass although nothing changed. A race may have more sets, but
     * only to show losses that are nearly certain.
     */
    public static final int MOST = 16;

    /** At least so many: {@code (t tau / limit)^2} with the tau, the error and the limit of a {@link Duel}. */
    static int of(Metric metric, Noise noise) {
        var apart = Duel.apart(Tolerance.DUEL.fluctuation(metric), Optional.of(noise));
        double each = Quantiles.student(1 - Duel.PASS_ERROR, apart.freedom()) / Tolerance.DUEL.limit(metric);
        return (int) Math.ceil(each * each * apart.square());
    }

    /** The metrics in which races of a client with this noise take too long to pass. */
    public static List<ForksToPass> tooMany(SortedMap<Metric, Noise> metrics) {
        return metrics.entrySet().stream().map(noise -> new ForksToPass(noise.getKey(),
                noise.getValue().betweenForks(), of(noise.getKey(), noise.getValue())))
                .filter(forks -> forks.needed() > MOST).toList();
    }
}
