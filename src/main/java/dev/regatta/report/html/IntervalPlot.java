package dev.regatta.report.html;

/** One row of a forest plot: an estimate with its interval, on the scale all rows share, better to the right. */
final class IntervalPlot {

    private static final double WIDTH = 104;
    private static final double HEIGHT = 18;
    private static final double MIDDLE = HEIGHT / 2;
    /** The scale ends at this multiple of the largest limit. */
    private static final double BEYOND_THE_LIMIT = 1.8;

    private final Scale x;

    /**
     * Plots in which every limit can be seen.
     *
     * @param largestLimit the largest limit of the page, as a logarithm above 0
     */
    IntervalPlot(double largestLimit) {
        x = new Scale(-BEYOND_THE_LIMIT * largestLimit, BEYOND_THE_LIMIT * largestLimit, 4, WIDTH - 4);
    }

    /** Draws one row; the numbers stand beside it, so that it is nothing new to a screen reader. */
    void draw(Markup page, Gain gain) {
        page.in("svg", () -> {
            page.empty("path", "class", "one", "d", "M" + x.pixel(0) + " 0v" + Scale.pixels(HEIGHT));
            page.empty("path", "class", "limit", "d", "M" + x.pixel(gain.limit()) + " 0v" + Scale.pixels(HEIGHT));
            page.empty("path", "class", "interval", "d",
                    "M" + x.pixel(gain.lower()) + " " + Scale.pixels(MIDDLE) + "H" + x.pixel(gain.upper())
                            + arrow(gain.lower()) + arrow(gain.upper()));
            if (x.shows(gain.estimate())) {
                page.empty("circle", "class", "estimate", "cx", x.pixel(gain.estimate()), "cy", Scale.pixels(MIDDLE),
                        "r", "2.6");
            }
        }, "class", "forest", "viewBox", "0 0 " + Scale.pixels(WIDTH) + " " + Scale.pixels(HEIGHT), "aria-hidden",
                "true");
    }

    /** An arrow head where an end lies beyond the scale. */
    private String arrow(double end) {
        if (x.shows(end)) {
            return "";
        }
        int away = end < 0 ? 3 : -3;
        String at = x.pixel(end);
        return "M" + Scale.pixels(x.at(end) + away) + " " + Scale.pixels(MIDDLE - 3) + "L" + at + " "
                + Scale.pixels(MIDDLE) + "l" + away + " 3";
    }
}
