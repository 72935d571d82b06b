package dev.regatta.report.html;

import dev.regatta.explore.ConfidenceInterval;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Estimates with their intervals over what varies, a line for each client. Each line has a colour and a shape of its
 * own; lines are some pixels apart, so that intervals at the same place can be told from each other.
 */
final class Chart {

    static final int WIDTH = 660;
    private static final int LEFT = 62;
    private static final int RIGHT = 646;
    private static final int TOP = 26;
    private static final int BOTTOM = 306;
    private static final int ROW = 18;
    /** The legend begins so far below the plot. */
    private static final int LEGEND = 56;
    /** How long a line is in the legend. */
    private static final int SAMPLE = 28;
    /** Lines are so many pixels apart. */
    private static final double APART = 3;
    /** An interval may widen the range by this factor; what lies beyond ends in an arrow. */
    private static final double WIDEST = 3;
    private static final int MOST_TICKS = 9;
    /** What a thin line of one place is drawn as, which has no mark of its own. */
    private static final String DASH = "m-5 0h10";
    /** Room for a label of the axis. */
    private static final int LABEL = 26;

    private final Ruler across;
    private final Ruler upwards;
    private final List<Line> lines;
    private final Optional<Level> level;
    private final boolean diagonal;
    private final Scale x;
    private final Scale y;

    /** What equal distances are. */
    enum Spacing {
        /** Equal differences. */
        EVEN,
        /** Equal ratios, of numbers from 1 on. */
        LOGARITHMIC,
        /** The same, of numbers around 1. */
        RATIOS
    }

    /**
     * A direction.
     *
     * @param words   what its numbers are
     * @param spacing what equal distances are
     * @param label   a number as a label
     */
    record Ruler(String words, Spacing spacing, DoubleFunction<String> label) {
        private boolean logarithmic() {
            return spacing != Spacing.EVEN;
        }

        double of(double number) {
            return logarithmic() ? Math.log(number) : number;
        }

        private List<Double> ticks(Scale scale) {
            return switch (spacing) {
                case EVEN -> Ticks.even(scale, MOST_TICKS);
                case LOGARITHMIC -> Ticks.logarithmic(scale, MOST_TICKS);
                case RATIOS -> Ticks.ratios(scale, MOST_TICKS);
            };
        }

        private Scale scale(double low, double high, double first, double last) {
            double from = of(low);
            double to = of(high);
            double room = to > from ? 0.04 * (to - from) : Math.max(Math.abs(to) * 0.1, 0.1);
            return new Scale(logarithmic() || from != 0 ? from - room : from, to + room, first, last);
        }
    }

    /**
     * The marks of a client.
     *
     * @param number from 0, its colour and shape
     * @param marks  in the order in which they are joined
     * @param thin   a line without marks beside that of another reading
     */
    record Line(String name, int number, List<Mark> marks, boolean thin) {}

    /**
     * An estimate.
     *
     * @param hollow whether it is not to be taken for the client's own
     * @param told   the same in words
     */
    record Mark(double x, ConfidenceInterval y, boolean hollow, String told) {}

    /**
     * A height that is marked.
     *
     * @param type the class of its line
     */
    record Level(double y, String words, String type) {}

    /**
     * A chart of at least one mark.
     *
     * @param diagonal whether a line shows where both numbers are equal
     */
    Chart(Ruler across, Ruler upwards, List<Line> lines, Optional<Level> level, boolean diagonal) {
        this.across = across;
        this.upwards = upwards;
        this.lines = List.copyOf(lines);
        this.level = level;
        this.diagonal = diagonal;
        double[] xs = positions();
        // Marks at 0 stand beside the axis and not on it.
        double left = across.logarithmic() ? xs[0] : xs[0] > 0 ? 0 : -0.03 * xs[xs.length - 1];
        this.x = across.scale(left, xs[xs.length - 1], LEFT, RIGHT);
        this.y = upwards.scale(upwards.logarithmic() ? lowest() : 0, highest(), BOTTOM, TOP);
    }

    /** Where there are marks, from the left to the right. */
    private double[] positions() {
        return lines.stream().flatMap(line -> line.marks().stream()).mapToDouble(Mark::x).distinct().sorted().toArray();
    }

    private double lowest() {
        double least = values().min().orElseThrow();
        return estimates(false).map(estimate -> Math.max(estimate, least / WIDEST)).min().orElse(least);
    }

    private double highest() {
        double most = values().max().orElseThrow();
        return estimates(true).map(estimate -> Math.min(estimate, most * (upwards.logarithmic() ? WIDEST : 1.3)))
                .max().orElse(most);
    }

    private DoubleStream values() {
        return DoubleStream.concat(lines.stream().flatMap(line -> line.marks().stream())
                .mapToDouble(mark -> mark.y().value()), level.stream().mapToDouble(Level::y));
    }

    /** The ends of the intervals that are drawn, and all values. */
    private DoubleStream estimates(boolean high) {
        return DoubleStream.concat(values(), lines.stream().filter(line -> !line.thin())
                .flatMap(line -> line.marks().stream()).map(Mark::y).filter(ConfidenceInterval::bounded)
                .mapToDouble(estimate -> high ? estimate.high() : estimate.low()));
    }

    /** Draws it into a page, whose tables have its numbers. */
    void draw(Markup page) {
        page.in("svg", () -> content(page), "class", "plot chart", "viewBox", "0 0 " + WIDTH + " " + height(), "role",
                "img", "aria-label", words() + "; the numbers are in the tables below");
    }

    /** What it shows, without its numbers. */
    String words() {
        return upwards.words() + " over " + across.words() + " of "
                + named().map(Line::name).collect(Collectors.joining(", "));
    }

    private Stream<Line> named() {
        return lines.stream().filter(line -> !line.thin());
    }

    int height() {
        return BOTTOM + LEGEND + ROW * (int) (named().count() + notes().size());
    }

    /** What is within the drawing. */
    void content(Markup page) {
        rulers(page);
        if (diagonal) {
            double end = Math.min(x.to(), y.to());
            page.empty("path", "class", "axis", "d", "M" + x.pixel(0) + " " + y.pixel(0) + "L" + x.pixel(end) + " "
                    + y.pixel(end));
        }
        level.ifPresent(at -> {
            page.empty("path", "class", at.type(), "d", "M" + LEFT + " " + y.pixel(upwards.of(at.y())) + "H" + RIGHT);
            // Below the line on the right, where latencies are above it. Marks of a single load stand there, so on the left then.
            boolean left = positions().length == 1;
            page.leaf("text", at.words(), "class", left ? "start" : "end", "x",
                    Integer.toString(left ? LEFT + 4 : RIGHT - 4), "y",
                    Scale.pixels(y.at(upwards.of(at.y())) + 14));
        });
        lines.forEach(line -> page.in("g", () -> line(page, line), "class", Marker.colour(line.number())));
        legend(page);
    }

    private void rulers(Markup page) {
        page.leaf("text", upwards.words(), "x", Integer.toString(LEFT), "y", Integer.toString(TOP - 12));
        for (double tick : upwards.ticks(y)) {
            String at = y.pixel(upwards.of(tick));
            page.empty("path", "class", "grid", "d", "M" + LEFT + " " + at + "H" + RIGHT);
            page.leaf("text", label(upwards, tick), "class", "end", "x", Integer.toString(LEFT - 6), "y",
                    Scale.pixels(y.at(upwards.of(tick)) + 4));
        }
        for (double tick : across.logarithmic() ? measured() : across.ticks(x)) {
            String at = x.pixel(across.of(tick));
            page.empty("path", "class", "grid", "d", "M" + at + " " + TOP + "V" + (BOTTOM + 4));
            page.leaf("text", label(across, tick), "class", "middle", "x", at, "y", Integer.toString(BOTTOM + 17));
        }
        page.leaf("text", across.words(), "class", "middle", "x", Integer.toString((LEFT + RIGHT) / 2), "y",
                Integer.toString(BOTTOM + 35));
        page.empty("path", "class", "axis", "d", "M" + LEFT + " " + TOP + "V" + BOTTOM + "H" + RIGHT);
    }

    /** The values that were measured, but none that is too near to the one before it. */
    private List<Double> measured() {
        var ticks = new ArrayList<Double>();
        for (double value : positions()) {
            if (ticks.isEmpty() || x.at(across.of(value)) - x.at(across.of(ticks.getLast())) >= LABEL) {
                ticks.add(value);
            }
        }
        return ticks;
    }

    private static String label(Ruler ruler, double tick) {
        return tick == 0 ? "0" : ruler.label().apply(tick);
    }

    private void line(Markup page, Line line) {
        if (line.marks().isEmpty()) {
            return;
        }
        page.empty("path", "class", line.thin() ? "thin" : "join", "d", "M" + line.marks().stream()
                .map(mark -> Scale.pixels(x(line, mark)) + " " + Scale.pixels(y(mark.y().value())))
                .collect(Collectors.joining("L")) + (line.thin() && line.marks().size() == 1 ? DASH : ""));
        if (!line.thin()) {
            line.marks().forEach(mark -> page.in("g", () -> {
                page.leaf("title", mark.told());
                if (mark.y().bounded()) {
                    page.empty("path", "class", "bar", "d", bar(x(line, mark), mark.y()));
                }
                Marker.of(line.number()).draw(page, x(line, mark), y(mark.y().value()), kind(mark.hollow()));
            }));
        }
    }

    /** From end to end, closed by a stroke, or by an arrow where it goes on beyond the plot. */
    private String bar(double at, ConfidenceInterval estimate) {
        return "M" + Scale.pixels(at) + " " + Scale.pixels(y(estimate.low())) + "V"
                + Scale.pixels(y(estimate.high())) + end(at, estimate.low(), -5) + end(at, estimate.high(), 5);
    }

    private String end(double at, double number, int inwards) {
        String edge = Scale.pixels(y(number));
        return y.shows(upwards.of(number))
                ? "M" + Scale.pixels(at - 3) + " " + edge + "h6"
                : "M" + Scale.pixels(at - 4) + " " + Scale.pixels(y(number) + inwards) + "L" + Scale.pixels(at) + " "
                        + edge + "l4 " + inwards;
    }

    private static String kind(boolean hollow) {
        return hollow ? "mark hollow" : "mark";
    }

    private double x(Line line, Mark mark) {
        long all = named().count();
        return x.at(across.of(mark.x())) + (line.number() - (all - 1) / 2.0) * APART;
    }

    private double y(double number) {
        return y.at(upwards.of(number));
    }

    /** What else is drawn, each with the class of its sample. */
    private List<Map.Entry<String, String>> notes() {
        List<Map.Entry<String, String>> notes = new ArrayList<>();
        lines.stream().filter(Line::thin).map(Line::name).distinct()
                .forEach(name -> notes.add(Map.entry("thin", name)));
        if (lines.stream().anyMatch(line -> line.marks().stream().anyMatch(Mark::hollow))) {
            notes.add(Map.entry(kind(true), "hollow: the load was not carried, or not started on time"));
        }
        return notes;
    }

    private void legend(Markup page) {
        int[] row = {BOTTOM + LEGEND};
        named().forEach(line -> {
            page.in("g", () -> {
                sample(page, "join", row[0]);
                Marker.of(line.number()).draw(page, LEFT + SAMPLE / 2.0, row[0], kind(false));
            }, "class", Marker.colour(line.number()));
            entry(page, line.name(), row);
        });
        notes().forEach(note -> {
            if (note.getKey().equals("thin")) {
                sample(page, note.getKey(), row[0]);
            } else {
                Marker.CIRCLE.draw(page, LEFT + SAMPLE / 2.0, row[0], note.getKey());
            }
            entry(page, note.getValue(), row);
        });
    }

    private static void sample(Markup page, String type, int row) {
        page.empty("path", "class", type, "d", "M" + LEFT + " " + row + "h" + SAMPLE);
    }

    private static void entry(Markup page, String words, int[] row) {
        page.leaf("text", words, "x", Integer.toString(LEFT + SAMPLE + 10), "y", Integer.toString(row[0] + 4));
        row[0] += ROW;
    }
}
