package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Noise;
import dev.regatta.protocol.ClientId;
import dev.regatta.stats.Quantiles;

import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * How many sets of forks a race of equal releases needs before it can pass, from what a client's forks are known to differ
 * by. Pairs are taken not to scatter and the arms to be exactly alike, so that no race passes with fewer.
 */
public final class ForksToPass {

    private ForksToPass() {
    }

    /** At least so many: {@code (z tau / limit)^2} with the tau, the error and the limit of a {@link Duel}. */
    static int of(Metric metric, Noise noise) {
        double tau = Duel.AT_MOST * Math.sqrt(2) * noise.betweenForks();
        double each = Quantiles.normal(1 - Duel.PASS_ERROR) * tau / Tolerance.DUEL.limit(metric);
        return (int) Math.max(1, Math.ceil(each * each));
    }

    /**
     * The noise with which races of a client can never pass, however long they take: one sentence per metric.
     *
     * @param metrics the client's noise in one environment
     */
    public static List<String> tooMany(ClientId client, SortedMap<Metric, Noise> metrics) {
        int most = Looks.DUEL_STAGES.size();
        return metrics.entrySet().stream().filter(noise -> of(noise.getKey(), noise.getValue()) > most)
                .map(noise -> String.format(Locale.ROOT,
                        "%s: the %s of its forks differs by %.1f %%, so that a race of equal"
                                + " releases needs %d sets of forks to pass and has %d: calibrate it on a quieter machine, or with"
                                + " the results of several calibrations",
                        client, noise.getKey().words(),
                        100 * noise.getValue().betweenForks(), of(noise.getKey(), noise.getValue()), most))
                .toList();
    }
}
