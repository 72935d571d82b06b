package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;
import dev.regatta.stats.Quantiles;
import dev.regatta.stats.TrimmedMean;

import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.apache.commons.statistics.inference.PValueMethod;
import org.apache.commons.statistics.inference.TTest;

import java.util.Arrays;

/**
 * The usual rules for calling a loss. Most judge the slices that the gate has judged, but do not know which slices were
 * neighbours. Two judge what most people measure: all of one version, then all of the other.
 */
enum UsualRule {
    /** The default alert threshold of github-action-benchmark. */
    DOUBLE("mean worse than 200 %"),
    /** The threshold people choose who find 200 % too large. */
    TENTH("mean worse by 10 %"),
    /** benchstat (golang.org/x/perf): a difference is reported when p < 0.05. */
    RANKS("Mann-Whitney p < .05 (benchstat)"),
    /** Readers of JMH's {@code score ± error} look whether the 99.9 % intervals overlap. */
    INTERVALS("disjoint 99.9 % intervals (JMH)"),
    /** criterion: p < 0.05 and a change beyond its noise threshold of 1 %. */
    WELCH("t-test p < .05 and > 1 % (criterion)"),
    /** What people write by hand into one job: all of A, then all of B, and 10 % is too much. */
    TENTH_IN_TURNS("all of A, then all of B: mean worse by 10 %"),
    /** The same, read as JMH's scores are. */
    INTERVALS_IN_TURNS("all of A, then all of B: disjoint 99.9 % intervals");

    private final String words;

    UsualRule(String words) {
        this.words = words;
    }

    /** The rule in a table. */
    String words() {
        return words;
    }

    /** Whether it judges versions that were measured one after the other. */
    boolean inTurns() {
        return this == TENTH_IN_TURNS || this == INTERVALS_IN_TURNS;
    }

    /**
     * Whether the rule calls the candidate worse.
     *
     * @param candidate its readings of {@code metric}, one per slice, at least two
     * @param other     those of what it is compared with
     */
    boolean alarms(Metric metric, double[] candidate, double[] other) {
        double loss = metric.loss(Math.log(mean(candidate) / mean(other)));
        return switch (this) {
            case DOUBLE -> loss > Math.log(2);
            case TENTH, TENTH_IN_TURNS -> loss > Math.log(1.1);
            case RANKS -> loss > 0 && MannWhitneyUTest.withDefaults().with(PValueMethod.ASYMPTOTIC)
                    .test(candidate, other).getPValue() < 0.05;
            case INTERVALS, INTERVALS_IN_TURNS -> loss > 0
                    && Math.abs(mean(candidate) - mean(other)) > halfWidth(candidate) + halfWidth(other);
            case WELCH -> loss > Math.log(1.01) && TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC)
                    .test(candidate, other).getPValue() < 0.05;
        };
    }

    private static double halfWidth(double[] values) {
        return Quantiles.student(0.9995, values.length - 1) * TrimmedMean.untrimmed(values).standardError();
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElseThrow();
    }
}
