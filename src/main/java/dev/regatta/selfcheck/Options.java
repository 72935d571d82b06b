package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;

import java.util.List;
import java.util.stream.Stream;

/**
 * How much is checked.
 *
 * @param suites     suites in which nothing changed, of duels and of short checks, at least 1
 * @param suiteCells cells per suite, at least 1
 * @param losses     what is planted into duels
 * @param bookLosses what is planted into short checks: collapses
 * @param lossCells  cells per planted loss, at least 1
 * @param seed       of every random choice
 * @param mostMinutes how long 30 unchanged duels may take, above 0
 * @param leastPower the share of the losses at the limits that must be caught
 */
public record Options(int suites, int suiteCells, List<PlantedLoss> losses, List<PlantedLoss> bookLosses,
        int lossCells, long seed, double mostMinutes,
        double leastPower) {

    private static final List<PlantedLoss> TARGETS = List.of(new PlantedLoss(Metric.THROUGHPUT, 0.05),
            new PlantedLoss(Metric.TAIL_LATENCY, 0.10), new PlantedLoss(Metric.CLIENT_CPU, 0.05));

    /** 6 to 7 % of the throughput in all. */
    private static final PlantedLoss AT_TIMES = new PlantedLoss(Metric.THROUGHPUT, 0.65,
            PlantedLoss.Pattern.TENTH_OF_SLICES);

    /** 5 % of the throughput in all. */
    private static final PlantedLoss IN_SOME_SETS = new PlantedLoss(Metric.THROUGHPUT, 0.30,
            PlantedLoss.Pattern.SIXTH_OF_SETS);

    /** What a short check is there to find. */
    private static final PlantedLoss COLLAPSE = new PlantedLoss(Metric.THROUGHPUT, 0.75);

    /** Checks the ranges. */
    public Options {
        losses = List.copyOf(losses);
        bookLosses = List.copyOf(bookLosses);
        if (suites < 1 || suiteCells < 1 || lossCells < 1) {
            throw new IllegalArgumentException("a check of " + suites + " suites of " + suiteCells + " cells and "
                    + lossCells + " cells per loss checks nothing");
        }
    }

    /** Everything that is published. */
    public static Options full(long seed, double mostMinutes, double leastPower) {
        return new Options(300, 30,
                List.of(new PlantedLoss(Metric.THROUGHPUT, 0.03), new PlantedLoss(Metric.THROUGHPUT, 0.05),
                        new PlantedLoss(Metric.THROUGHPUT, 0.08), new PlantedLoss(Metric.THROUGHPUT, 0.10),
                        new PlantedLoss(Metric.TAIL_LATENCY, 0.05), new PlantedLoss(Metric.TAIL_LATENCY, 0.10),
                        new PlantedLoss(Metric.TAIL_LATENCY, 0.20), new PlantedLoss(Metric.CLIENT_CPU, 0.03),
                        new PlantedLoss(Metric.CLIENT_CPU, 0.05), new PlantedLoss(Metric.CLIENT_CPU, 0.08),
                        new PlantedLoss(Metric.CLIENT_CPU, 0.10), AT_TIMES, IN_SOME_SETS),
                List.of(new PlantedLoss(Metric.THROUGHPUT, 0.60), COLLAPSE),
                300, seed, mostMinutes, leastPower);
    }

    /** Enough to see a gate that is broken, within about three minutes on two CPUs. */
    public static Options brief(long seed, double mostMinutes, double leastPower) {
        return new Options(40, 30, Stream.concat(TARGETS.stream(), Stream.of(AT_TIMES)).toList(), List.of(COLLAPSE),
                60, seed, mostMinutes, leastPower);
    }
}
