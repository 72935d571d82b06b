package dev.regatta.report.html;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Exploration;
import dev.regatta.report.ExplorationWords;

/** The curves of an exploration as SVG files that need nothing else, light or dark as the reader's screen. */
public final class ExplorationImage {

    /** Room for the title. */
    private static final int TITLE = 34;

    private ExplorationImage() {
    }

    /** Its latencies where the load varies, else what closed loops carry. */
    public static String svg(Exploration exploration) {
        return svg(exploration, exploration.facts().plan().axis() == Axis.LOAD
                ? ExplorationPlot.View.LATENCY
                : ExplorationPlot.View.ACHIEVED);
    }

    /**
     * One view of it.
     *
     * @throws IllegalArgumentException if there is nothing to draw in this view
     */
    static String svg(Exploration exploration, ExplorationPlot.View view) {
        Chart chart = ExplorationPlot.of(exploration).stream().filter(any -> any.view() == view).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the exploration of "
                        + exploration.facts().plan().workload() + " has nothing to draw for " + view
                        + ", expected points: measure it"))
                .chart();
        String title = new ExplorationWords(exploration).title();
        String width = Integer.toString(Chart.WIDTH);
        String height = Integer.toString(TITLE + chart.height());
        Markup file = Markup.fragment();
        file.in("svg", () -> {
            file.leaf("title", title + ": " + chart.words());
            file.leaf("style", Head.style("plot.css"));
            file.empty("rect", "class", "back", "x", "0", "y", Integer.toString(-TITLE), "width", width, "height",
                    height,
                    "rx", "8");
            file.leaf("text", title, "class", "title", "x", "16", "y", Integer.toString(24 - TITLE));
            chart.content(file);
        }, "xmlns", "http://www.w3.org/2000/svg", "class", "plot chart file", "viewBox",
                "0 " + -TITLE + " " + width + " " + height, "width", width, "height", height, "role", "img");
        return file + "\n";
    }
}
