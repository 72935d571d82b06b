package dev.regatta.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/** A row of numbers as a row of bars, one character each. */
final class Sparkline {

    private static final String BARS = "▁▂▃▄▅▆▇█";

    /** As wide as a table cell can be without pushing the others away. */
    static final int WIDEST = 24;

    /** A line of small differences stays flat: its ends are at least so far from the middle. */
    static final double LEAST_SPAN = Math.log(1.25);

    private Sparkline() {
    }

    /**
     * {@code logarithms} in their order, neighbours averaged where there are more than {@value #WIDEST}. The middle
     * between the fourth and the fifth bar is 0, and both ends are as far from it as the farthest bar, at least 25 %.
     */
    static String of(double[] logarithms) {
        int count = Math.min(WIDEST, logarithms.length);
        double[] bars = IntStream.range(0, count).mapToDouble(bar -> Arrays.stream(logarithms,
                (int) ((long) bar * logarithms.length / count), (int) ((bar + 1L) * logarithms.length / count))
                .average().orElseThrow()).toArray();
        double span = Math.max(LEAST_SPAN, Arrays.stream(bars).map(Math::abs).max().orElse(0));
        var line = new StringBuilder();
        for (double bar : bars) {
            line.append(BARS.charAt(Math.clamp((int) Math.floor((bar / span + 1) / 2 * BARS.length()), 0,
                    BARS.length() - 1)));
        }
        return line.toString();
    }
}
