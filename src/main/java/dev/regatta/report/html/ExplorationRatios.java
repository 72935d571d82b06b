package dev.regatta.report.html;

import dev.regatta.explore.Axis;
import dev.regatta.explore.ConfidenceInterval;
import dev.regatta.explore.Curves;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.Plan;
import dev.regatta.explore.Sla;
import dev.regatta.protocol.ClientId;
import dev.regatta.report.ExplorationWords;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The loads within a limit as ratios to that of the first client, a row with its interval for each: where the load varies
 * there is nothing that they could be drawn over.
 *
 * @param first what they are ratios to
 * @param sla   the limit
 * @param rows  at least one
 */
record ExplorationRatios(ClientId first, Sla sla, List<Row> rows) {

    private static final int WIDTH = 660;
    private static final int LEFT = 290;
    private static final int RIGHT = 646;
    private static final int TOP = 26;
    private static final int ROW = 26;
    private static final int MARK = 10;
    private static final int MOST_TICKS = 8;
    /** An interval may widen the range by this factor; what lies beyond ends in an arrow. */
    private static final double WIDEST = 2;

    /**
     * A client.
     *
     * @param number from 0, its colour and shape in the curves
     */
    record Row(ClientId client, int number, ConfidenceInterval ratio) {}

    /** Those of an exploration of the load; empty where no ratio is known. */
    static Optional<ExplorationRatios> of(Exploration exploration) {
        Plan plan = exploration.facts().plan();
        if (plan.axis() != Axis.LOAD || plan.sla().isEmpty()) {
            return Optional.empty();
        }
        var curves = new Curves(exploration);
        ClientId first = plan.clients().getFirst();
        var rows = new ArrayList<Row>();
        for (int number = 1; number < plan.clients().size(); number++) {
            int line = number;
            ClientId client = plan.clients().get(number);
            curves.carriedRatio(client, first, plan.conditions())
                    .ifPresent(ratio -> rows.add(new Row(client, line, ratio)));
        }
        return rows.isEmpty() ? Optional.empty() : Optional.of(new ExplorationRatios(first, plan.sla().get(), rows));
    }

    /** What it shows. */
    String caption() {
        return "The load at which " + ExplorationWords.within(sla) + ", as a ratio to that of " + first
                + ". Intervals that hold 1 do not tell them apart.";
    }

    void draw(Markup page) {
        Scale x = scale();
        int bottom = TOP + ROW * rows.size();
        page.in("svg", () -> {
            for (double tick : Ticks.ratios(x, MOST_TICKS)) {
                String at = x.pixel(Math.log(tick));
                page.empty("path", "class", "grid", "d", "M" + at + " " + TOP + "V" + (bottom + 4));
                page.leaf("text", Label.ratio(tick), "class", "middle", "x", at, "y", Integer.toString(bottom + 18));
            }
            String one = x.pixel(0);
            page.empty("path", "class", "axis", "d", "M" + one + " " + TOP + "V" + bottom);
            page.leaf("text", "as much", "class", "middle", "x", one, "y", Integer.toString(TOP - 8));
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                double middle = TOP + ROW * (i + 0.5);
                page.in("g", () -> row(page, x, row, middle), "class", Marker.colour(row.number()));
            }
        }, "class", "plot chart", "viewBox", "0 0 " + WIDTH + " " + (bottom + 28), "role", "img", "aria-label",
                "ratio to " + first + " within the limit; the numbers are in the table above");
    }

    private void row(Markup page, Scale x, Row row, double middle) {
        page.leaf("title", row.client() + ": " + ExplorationWords.ratio(row.ratio()));
        Marker.of(row.number()).draw(page, MARK, middle, "mark");
        page.leaf("text", row.client().toString(), "x", Integer.toString(2 * MARK), "y", Scale.pixels(middle + 4));
        if (row.ratio().bounded()) {
            page.empty("path", "class", "bar", "d",
                    "M" + x.pixel(Math.log(row.ratio().low())) + " " + Scale.pixels(middle) + "H"
                            + x.pixel(Math.log(row.ratio().high())) + end(x, row.ratio().low(), 5, middle)
                            + end(x, row.ratio().high(), -5, middle));
        }
        Marker.of(row.number()).draw(page, x.at(Math.log(row.ratio().value())), middle, "mark");
    }

    /** A stroke that ends the interval, or an arrow where it goes on beyond the drawing. */
    private static String end(Scale x, double ratio, int inwards, double middle) {
        String edge = x.pixel(Math.log(ratio));
        return x.shows(Math.log(ratio))
                ? "M" + edge + " " + Scale.pixels(middle - 3) + "v6"
                : "M" + Scale.pixels(x.at(Math.log(ratio)) + inwards) + " " + Scale.pixels(middle - 4) + "L" + edge
                        + " "
                        + Scale.pixels(middle) + "l" + inwards + " 4";
    }

    /** Holds 1 and all ratios, and their intervals as far as these do not make them invisible. */
    private Scale scale() {
        double least = values().min().orElseThrow();
        double most = values().max().orElseThrow();
        double low = Math.log(Math.max(ends(false).min().orElse(least), least / WIDEST));
        double high = Math.log(Math.min(ends(true).max().orElse(most), most * WIDEST));
        double room = Math.max(0.04 * (high - low), 0.01);
        return new Scale(low - room, high + room, LEFT, RIGHT);
    }

    private DoubleStream values() {
        return DoubleStream.concat(DoubleStream.of(1), rows.stream().mapToDouble(row -> row.ratio().value()));
    }

    private DoubleStream ends(boolean high) {
        return DoubleStream.concat(values(), rows.stream().map(Row::ratio).filter(ConfidenceInterval::bounded)
                .mapToDouble(ratio -> high ? ratio.high() : ratio.low()));
    }
}
