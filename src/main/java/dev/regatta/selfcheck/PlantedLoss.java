package dev.regatta.selfcheck;

import dev.regatta.baseline.Metric;

import java.util.Locale;

/**
 * A loss of the candidate that the gate should find.
 *
 * @param metric   what became worse
 * @param fraction by how much: 0.05 is 5 % less throughput, or a 5 % longer tail or more CPU time
 */
public record PlantedLoss(Metric metric, double fraction) {

    /** Checks the range. */
    public PlantedLoss {
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException(
                    "a loss of " + fraction + " cannot be planted, expected above 0, below 1");
        }
    }

    /** What the candidate's readings of the metric are multiplied by. */
    double factor() {
        return switch (metric) {
            case THROUGHPUT -> 1 - fraction;
            case TAIL_LATENCY, CLIENT_CPU -> 1 + fraction;
        };
    }

    /** In a table's head: {@code throughput -5 %}. */
    String words() {
        return String.format(Locale.ROOT, "%s %s%.0f %%", metric.words(), metric == Metric.THROUGHPUT ? "-" : "+",
                100 * fraction);
    }
}
