package dev.regatta.report.html;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Pair;
import dev.regatta.report.Words;
import dev.regatta.stats.Median;
import dev.regatta.stats.TrimmedMean;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The pairs of a cell in run order, set by set: on top the throughput of each arm's slices, where drift of the
 * machine shows, below what each pair says of each metric, where it should not. Where there are many pairs, a mark is
 * the median of neighbours within a set, so that a plot does not grow with its cell.
 */
final class PairPlot {

    private static final int WIDTH = 480;
    private static final int LEFT = 46;
    private static final int RIGHT = 472;
    private static final int TOP = 32;
    private static final int ARMS_HEIGHT = 92;
    private static final int METRIC_HEIGHT = 66;
    private static final int SPACE = 18;
    /** So far apart labels do not lie on each other. */
    static final int LABEL_HEIGHT = 11;
    /** Of a series: three pixels each, and a page of 300 cells stays below 5 MiB. */
    static final int MOST_MARKS = 128;
    /** Marks beyond these quantiles are drawn at the edge. */
    private static final double SHOWN = 0.98;

    private final List<Pair> pairs;
    private final SetAxis axis;

    /**
     * A plot.
     *
     * @param pairs at least one, each with every arm that will be drawn
     */
    PairPlot(List<Pair> pairs) {
        this.pairs = pairs;
        axis = new SetAxis(pairs, LEFT, RIGHT);
    }

    /** How many pairs a mark stands for, the last of a set perhaps for fewer. */
    int neighbours() {
        var sets = new TreeMap<Integer, Integer>();
        pairs.forEach(pair -> sets.merge(pair.set(), 1, Integer::sum));
        return neighbours(sets.values());
    }

    /**
     * The fewest values of a set to a mark with which there are no more than {@value #MOST_MARKS} marks of all sets.
     */
    private static int neighbours(Collection<Integer> counts) {
        return IntStream.iterate(1, merged -> merged + 1)
                .filter(merged -> counts.stream().mapToInt(count -> Math.ceilDiv(count, merged)).sum() <= Math
                        .max(MOST_MARKS, counts.size()))
                .findFirst().orElseThrow();
    }

    /**
     * Draws.
     *
     * @param arms  the arms that were compared
     * @param gains each metric's gains by set, as logarithms, better positive
     * @param limits each metric's limit, a negative gain
     */
    void draw(Markup page, List<Arm> arms, SortedMap<Metric, SortedMap<Integer, double[]>> gains,
            Map<Metric, Double> limits) {
        int height = TOP + ARMS_HEIGHT + gains.size() * (SPACE + METRIC_HEIGHT) + 4;
        page.in("svg", () -> {
            int bottom = height - 4;
            axis.sets().forEach((set, stretch) -> page.leaf("text",
                    axis.sets().size() > 3 ? Integer.toString(set) : "set " + set, "class", "middle", "x",
                    Scale.pixels((stretch.first() + stretch.last()) / 2), "y", "10"));
            if (axis.sets().size() > 1) {
                page.empty("path", "class", "grid", "d", axis.sets().values().stream().skip(1)
                        .map(stretch -> "M" + Scale.pixels(stretch.first() - axis.gap() / 2) + " 2V" + bottom)
                        .collect(Collectors.joining()));
            }
            arms(page, arms);
            int top = TOP + ARMS_HEIGHT + SPACE;
            for (var metric : gains.entrySet()) {
                metric(page, metric.getKey(), metric.getValue(), limits.get(metric.getKey()), top);
                top += METRIC_HEIGHT + SPACE;
            }
        }, "class", "plot", "viewBox", "0 0 " + WIDTH + " " + height, "role", "img", "aria-label",
                Words.counted(pairs.size(), "pair") + " of slices from " + Words.counted(axis.sets().size(), "set")
                        + " in run order; the estimates are in the table above");
    }

    private void arms(Markup page, List<Arm> arms) {
        var series = new TreeMap<Arm, SortedMap<Integer, double[]>>();
        arms.forEach(arm -> series.put(arm, marks(throughput(arm))));
        double[] all = series.values().stream().flatMap(sets -> sets.values().stream())
                .flatMapToDouble(Arrays::stream)
                .sorted().toArray();
        double room = 0.08 * (all[all.length - 1] - all[0]) + 1e-9 * all[all.length - 1] + 1e-9;
        var y = new Scale(Math.max(0, all[0] - room), all[all.length - 1] + room, TOP + ARMS_HEIGHT, TOP);
        for (double tick : Ticks.even(y, 4)) {
            page.empty("path", "class", "grid", "d", "M" + LEFT + " " + y.pixel(tick) + "H" + RIGHT);
            page.leaf("text", Label.of(tick), "class", "end", "x", Integer.toString(LEFT - 6), "y",
                    Scale.pixels(y.at(tick) + 4));
        }
        page.leaf("text", "operations per second", "class", "name", "x", Integer.toString(LEFT), "y",
                Integer.toString(TOP - 5));
        series.forEach((arm, sets) -> dots(page, "dots " + arm, sets, y));
    }

    private SortedMap<Integer, double[]> throughput(Arm arm) {
        var sets = new TreeMap<Integer, double[]>();
        axis.sets().keySet().forEach(set -> sets.put(set, pairs.stream().filter(pair -> pair.set() == set)
                .mapToDouble(pair -> pair.of(arm).slice().throughput()).toArray()));
        return sets;
    }

    private void metric(Markup page, Metric metric, SortedMap<Integer, double[]> gains, double limit, int top) {
        SortedMap<Integer, double[]> marks = marks(gains);
        double[] all = marks.values().stream().flatMapToDouble(Arrays::stream).sorted().toArray();
        double lowest = Math.min(1.5 * limit, all[(int) ((1 - SHOWN) * (all.length - 1))]);
        double highest = Math.max(-limit, all[(int) Math.ceil(SHOWN * (all.length - 1))]);
        double room = 0.06 * (highest - lowest);
        var y = new Scale(lowest - room, highest + room, top + METRIC_HEIGHT, top);
        for (double gain : new double[]{0, limit}) {
            page.empty("path", "class", gain == 0 ? "one" : "limit", "d",
                    "M" + LEFT + " " + y.pixel(gain) + "H" + RIGHT);
        }
        label(page, metric, 0, y);
        // Where the scale is long, the label of the limit would lie on that of 1, and an end of the scale says more.
        DoubleStream.of(limit, lowest, highest).filter(gain -> Math.abs(y.at(gain) - y.at(0)) >= LABEL_HEIGHT)
                .limit(1).forEach(gain -> label(page, metric, gain, y));
        page.leaf("text", metric.words() + " of each pair, better upwards", "class", "name", "x",
                Integer.toString(LEFT), "y", Integer.toString(top - 3));
        dots(page, "dots ratio", marks, y);
        page.empty("path", "class", "mean", "d", gains.entrySet().stream().map(set -> {
            Scale stretch = axis.sets().get(set.getKey());
            return "M" + Scale.pixels(stretch.first()) + " " + y.pixel(TrimmedMean.estimateOf(set.getValue())) + "H"
                    + Scale.pixels(stretch.last());
        }).collect(Collectors.joining()));
    }

    private static void label(Markup page, Metric metric, double gain, Scale y) {
        double ratio = Math.exp(metric.loss(-gain));
        page.leaf("text", gain == 0 ? "1" : Label.ratio(ratio), "class", "end", "x", Integer.toString(LEFT - 6), "y",
                Scale.pixels(y.at(gain) + 4));
    }

    private void dots(Markup page, String kind, SortedMap<Integer, double[]> sets, Scale y) {
        var strokes = new Strokes();
        sets.forEach((set, marks) -> {
            for (int i = 0; i < marks.length; i++) {
                strokes.dot(axis.at(set, i, marks.length), y.at(marks[i]));
            }
        });
        page.empty("path", "class", kind, "d", strokes.toString());
    }

    /** What is drawn of each set's values: the medians of neighbours where there are many. */
    private static SortedMap<Integer, double[]> marks(SortedMap<Integer, double[]> sets) {
        int neighbours = neighbours(sets.values().stream().map(values -> values.length).toList());
        var marks = new TreeMap<Integer, double[]>();
        sets.forEach((set, values) -> marks.put(set, IntStream.range(0, Math.ceilDiv(values.length, neighbours))
                .mapToDouble(i -> Median.of(Arrays.copyOfRange(values, i * neighbours,
                        Math.min(values.length, (i + 1) * neighbours))))
                .toArray()));
        return marks;
    }
}
