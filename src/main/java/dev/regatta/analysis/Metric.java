package dev.regatta.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;

import dev.regatta.protocol.Slice;

/** A sampled quantity that decides verdicts. All three are handled as natural logarithms of ratios of two arms. */
public enum Metric {
    /** Correct operations per second. */
    @JsonProperty("throughput")
    THROUGHPUT("throughput", false),
    /** A high percentile of the closed-loop latency: see {@link Tail}. */
    @JsonProperty("tailLatency")
    TAIL_LATENCY("tail latency", true),
    /** CPU time of the fork per operation: see {@link Slice#cpuNanosPerOperation}. */
    @JsonProperty("clientCpu")
    CLIENT_CPU("client CPU", true);

    private final String words;
    private final boolean moreIsWorse;

    Metric(String words, boolean moreIsWorse) {
        this.words = words;
        this.moreIsWorse = moreIsWorse;
    }

    /** The metric's name in a sentence. */
    public String words() {
        return words;
    }

    /** Turns a log ratio into a loss, and a loss into a log ratio: a loss is positive when the arm is worse. */
    public double loss(double logRatio) {
        return moreIsWorse ? logRatio : -logRatio;
    }

    /** The loss of a ratio such as 0.95 (throughput) or 1.10 (latency). */
    public double lossOfRatio(double ratio) {
        return loss(Math.log(ratio));
    }

    /** A loss as the fraction a reader expects: 0.05 for 5 % less throughput or 5 % more CPU time. */
    public double fraction(double loss) {
        return moreIsWorse ? Math.expm1(loss) : -Math.expm1(-loss);
    }
}
