package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;

import java.util.Locale;
import java.util.Objects;

/**
 * A loss of the candidate that the gate should find.
 *
 * @param metric   what became worse
 * @param fraction by how much where it strikes: 0.05 is 5 % less throughput, or a 5 % longer tail or more CPU time
 * @param pattern  where it strikes
 */
public record PlantedLoss(Metric metric, double fraction, Pattern pattern) {

    /** Where a loss strikes. */
    public enum Pattern {
        /** In every slice. */
        ALWAYS("", 1),
        /** In a tenth of the slices, drawn at random. */
        TENTH_OF_SLICES(" in a tenth of the slices", 0.1),
        /** In every slice of a sixth of the sets, drawn at random. */
        SIXTH_OF_SETS(" in one set of six", 1.0 / 6);

        private final String words;
        private final double share;

        Pattern(String words, double share) {
            this.words = words;
            this.share = share;
        }

        /** How much of the slices or sets is hit. */
        double share() {
            return share;
        }
    }

    /** Checks the range. */
    public PlantedLoss {
        Objects.requireNonNull(metric);
        Objects.requireNonNull(pattern);
        if (!(fraction > 0 && fraction < 1)) {
            throw new IllegalArgumentException(
                    "a loss of " + fraction + " cannot be planted, expected above 0, below 1");
        }
    }

    /** A loss in every slice. */
    public PlantedLoss(Metric metric, double fraction) {
        this(metric, fraction, Pattern.ALWAYS);
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
        return String.format(Locale.ROOT, "%s %s%.0f %%%s", metric.words(), metric == Metric.THROUGHPUT ? "-" : "+",
                100 * fraction, pattern.words);
    }
}
