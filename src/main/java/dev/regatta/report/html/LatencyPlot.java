package dev.regatta.report.html;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Latencies;
import dev.regatta.report.Words;

import java.util.Collection;
import java.util.SortedMap;
import java.util.stream.DoubleStream;

/**
 * The latency distributions of the arms over each other: how large a share of the operations took how long, over a
 * logarithmic axis. Heights are square roots of shares, so that the slowest percent can be seen; marks below the axis
 * are medians and 99th percentiles.
 */
final class LatencyPlot {

    private static final int WIDTH = 480;
    private static final int TOP = 8;
    private static final int BOTTOM = 168;
    private static final int LEFT = 10;
    private static final int RIGHT = 470;
    private static final int BIN_PIXELS = 5;
    private static final int MARKS = 12;
    /** What lies outside these percentiles would stretch the axis and not be seen. */
    private static final double FIRST_SHOWN = 0.05;
    private static final double LAST_SHOWN = 99.97;

    private final SortedMap<Arm, Latencies> latencies;
    private final Scale x;

    /**
     * A plot.
     *
     * @param latencies nanoseconds by arm, at least one arm
     */
    LatencyPlot(SortedMap<Arm, Latencies> latencies) {
        this.latencies = latencies;
        double first = percentiles(latencies.values(), FIRST_SHOWN).min().orElseThrow();
        double last = percentiles(latencies.values(), LAST_SHOWN).max().orElseThrow();
        x = new Scale(Math.log(first) - 0.05, Math.log(last) + 0.05, LEFT, RIGHT);
    }

    private static DoubleStream percentiles(Collection<Latencies> latencies, double percentile) {
        return latencies.stream().mapToDouble(each -> Math.max(1, each.valueAt(percentile)));
    }

    void draw(Markup page) {
        int height = BOTTOM + MARKS * latencies.size() + 22;
        double highest = latencies.values().stream().mapToDouble(shown -> DoubleStream.of(heights(shown)).max()
                .orElseThrow()).max().orElseThrow();
        var y = new Scale(0, highest, BOTTOM, TOP);
        page.in("svg", () -> {
            ticks(page, BOTTOM + MARKS * latencies.size() + 2);
            page.empty("path", "class", "axis", "d", "M" + LEFT + " " + BOTTOM + "H" + RIGHT);
            latencies.forEach((arm, shown) -> curve(page, arm, heights(shown), y));
            int row = BOTTOM + MARKS - 2;
            for (var arm : latencies.entrySet()) {
                marks(page, arm.getKey(), arm.getValue(), row);
                row += MARKS;
            }
        }, "class", "plot", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "aria-label",
                "Latency distributions of " + String.join(" and ", latencies.keySet().stream().map(Arm::toString)
                        .toList()) + "; the percentiles are in the table below");
    }

    /** The square root of each bin's share of the operations. */
    private double[] heights(Latencies shown) {
        double[] heights = new double[(RIGHT - LEFT) / BIN_PIXELS];
        double step = (x.to() - x.from()) / heights.length;
        shown.forEach((nanos, operations) -> {
            int bin = (int) Math.floor((Math.log(nanos) - x.from()) / step);
            if (bin >= 0 && bin < heights.length) {
                heights[bin] += operations;
            }
        });
        return DoubleStream.of(heights).map(operations -> Math.sqrt(operations / shown.count())).toArray();
    }

    private static void curve(Markup page, Arm arm, double[] heights, Scale y) {
        var strokes = new Strokes().from(LEFT, BOTTOM);
        for (int i = 0; i < heights.length; i++) {
            strokes.line(LEFT + (i + 0.5) * BIN_PIXELS, y.at(heights[i]));
        }
        strokes.line(RIGHT, BOTTOM);
        page.empty("path", "class", "curve " + arm, "d", strokes.toString());
    }

    private void marks(Markup page, Arm arm, Latencies shown, int row) {
        double median = Math.log(Math.max(1, shown.valueAt(50)));
        double tail = Math.log(Math.max(1, shown.valueAt(99)));
        page.empty("path", "class", "range " + arm, "d",
                "M" + x.pixel(median) + " " + (row - 4) + "v6m0-3H" + x.pixel(tail) + "m0-3v6");
    }

    private void ticks(Markup page, int bottom) {
        for (double nanos : Ticks.logarithmic(x, 8)) {
            String at = x.pixel(Math.log(nanos));
            page.empty("path", "class", "grid", "d", "M" + at + " " + TOP + "V" + bottom);
            page.leaf("text", Words.duration(nanos), "x", at, "y", Integer.toString(bottom + 14), "class", "middle");
        }
    }
}
