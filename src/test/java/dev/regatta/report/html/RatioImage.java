package dev.regatta.report.html;

import dev.regatta.explore.ConfidenceInterval;

import java.util.List;
import java.util.stream.DoubleStream;

/** Ratios with their intervals, each in a row above what is claimed of it, as an SVG file that needs nothing else. */
public final class RatioImage {

    private static final int WIDTH = 760;
    private static final int LEFT = 16;
    private static final int RIGHT = WIDTH - 16;
    private static final int TOP = 62;
    private static final int ROW = 44;
    /** Of a row, the base of its text and the middle of its interval. */
    private static final int TEXT = 14;
    private static final int MIDDLE = 27;
    private static final int HALF_BAND = 8;
    private static final int MOST_TICKS = 10;
    /** An interval may widen the range by this factor; what lies beyond is drawn to the edge. */
    private static final double WIDEST = 2;

    private RatioImage() {
    }

    /** What follows from a ratio, each with a colour and a mark of its own. */
    public enum So {
        YES(2, "mark"), NO(1, "mark"), OPEN(5, "mark hollow");

        private final int line;
        private final String mark;

        So(int line, String mark) {
            this.line = line;
            this.mark = mark;
        }
    }

    /**
     * A row.
     *
     * @param what  is compared
     * @param words the ratio and what follows
     * @param from  it is claimed to be more than this
     * @param to    and less than this; may be infinite
     * @param outside it is claimed not to be between them
     */
    public record Row(String what, String words, ConfidenceInterval ratio, double from, double to, boolean outside,
            So so) {}

    /**
     * A drawing of these.
     *
     * @param rows at least one
     */
    public static String svg(String title, List<Row> rows) {
        Scale x = scale(rows);
        int bottom = TOP + ROW * rows.size();
        String height = Integer.toString(bottom + 28);
        Markup file = Markup.fragment();
        file.in("svg", () -> {
            file.leaf("title", title + ": ratios with their 95 % intervals; the numbers are in the table");
            file.leaf("style", Head.style("plot.css"));
            file.empty("rect", "class", "back", "width", Integer.toString(WIDTH), "height", height, "rx", "8");
            file.leaf("text", title, "class", "title", "x", Integer.toString(LEFT), "y", "24");
            for (double tick : Ticks.ratios(x, MOST_TICKS)) {
                String at = x.pixel(Math.log(tick));
                file.empty("path", "class", "grid", "d", "M" + at + " " + TOP + "V" + (bottom + 4));
                file.leaf("text", Label.ratio(tick), "class", "middle", "x", at, "y", Integer.toString(bottom + 18));
            }
            String one = x.pixel(0);
            file.empty("path", "class", "axis", "d", "M" + one + " " + (TOP - 4) + "V" + bottom);
            file.leaf("text", "as much", "class", "middle", "x", one, "y", Integer.toString(TOP - 10));
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                int top = TOP + ROW * i;
                file.in("g", () -> row(file, x, row, top), "class", Marker.colour(row.so().line));
            }
        }, "xmlns", "http://www.w3.org/2000/svg", "class", "plot chart file", "viewBox", "0 0 " + WIDTH + " " + height,
                "width", Integer.toString(WIDTH), "height", height, "role", "img");
        return file + "\n";
    }

    private static void row(Markup file, Scale x, Row row, int top) {
        int middle = top + MIDDLE;
        if (row.outside()) {
            band(file, x, 0, row.from(), middle);
            band(file, x, row.to(), Double.POSITIVE_INFINITY, middle);
        } else {
            band(file, x, row.from(), row.to(), middle);
        }
        file.leaf("text", row.what(), "x", Integer.toString(LEFT), "y", Integer.toString(top + TEXT));
        file.leaf("text", row.words(), "class", "end", "x", Integer.toString(RIGHT), "y", Integer.toString(top + TEXT));
        if (row.ratio().bounded()) {
            file.empty("path", "class", "join", "d",
                    "M" + x.pixel(Math.log(row.ratio().low())) + " " + middle + "H"
                            + x.pixel(Math.log(row.ratio().high())));
        }
        Marker.of(row.so().line).draw(file, x.at(Math.log(row.ratio().value())), middle, row.so().mark);
    }

    /** Where the ratio is claimed to be. */
    private static void band(Markup file, Scale x, double from, double to, int middle) {
        double left = x.at(Math.log(from));
        file.empty("rect", "x", Scale.pixels(left), "y", Integer.toString(middle - HALF_BAND), "width",
                Scale.pixels(x.at(Math.log(to)) - left), "height", Integer.toString(2 * HALF_BAND), "fill",
                "var(--chart-quiet)", "opacity", ".18");
    }

    /** Holds 1, all ratios and borders, and the intervals as far as these do not make the rest invisible. */
    private static Scale scale(List<Row> rows) {
        double[] known = rows.stream()
                .flatMapToDouble(row -> DoubleStream.of(1, row.ratio().value(), row.from(), row.to()))
                .filter(number -> number > 0 && Double.isFinite(number)).toArray();
        double least = DoubleStream.of(known).min().orElseThrow();
        double most = DoubleStream.of(known).max().orElseThrow();
        double low = rows.stream().mapToDouble(row -> row.ratio().low()).min().orElseThrow();
        double high = rows.stream().mapToDouble(row -> row.ratio().high()).max().orElseThrow();
        double from = Math.log(Math.min(least, Math.max(low, least / WIDEST)));
        double to = Math.log(Math.max(most, Math.min(high, most * WIDEST)));
        double room = Math.max(0.04 * (to - from), 0.01);
        return new Scale(from - room, to + room, LEFT, RIGHT);
    }
}
