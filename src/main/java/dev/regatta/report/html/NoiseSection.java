package dev.regatta.report.html;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.Evidence;
import dev.regatta.gate.MetricReading;
import dev.regatta.report.Words;

import java.util.List;
import java.util.Objects;

/** How small a change this machine could have shown, and how quiet it was. */
final class NoiseSection {

    private final List<JudgedCell> cells;

    NoiseSection(List<JudgedCell> cells) {
        this.cells = cells;
    }

    void write(Markup page) {
        page.in("section", () -> {
            page.leaf("h2", "What this machine can see");
            if (seen(Metric.THROUGHPUT).length == 0) {
                page.leaf("p", "Nothing was compared, so that nothing is known of its noise.");
                return;
            }
            page.in("p", () -> {
                page.text("In half of the cells it would have shown a loss of ");
                page.leaf("strong", "≥ " + Words.percent(middle(seen(Metric.THROUGHPUT))) + " throughput");
                page.text(", " + Words.percent(middle(seen(Metric.TAIL_LATENCY))) + " more tail latency, or "
                        + Words.percent(middle(seen(Metric.CLIENT_CPU))) + " more client CPU. Smaller changes need"
                        + " more pairs, or a quieter machine.");
            });
            page.in("div", () -> page.in("table", () -> {
                page.in("thead", () -> page.in("tr", () -> List.of("smallest change that would have shown", "best cell",
                        "median", "worst cell").forEach(heading -> page.leaf("th", heading, "scope", "col"))));
                page.in("tbody", () -> {
                    for (Metric metric : Metric.values()) {
                        double[] seen = seen(metric);
                        page.in("tr", () -> {
                            page.leaf("th", metric.words(), "scope", "row");
                            for (double change : seen.length == 0
                                    ? seen
                                    : new double[]{seen[0], middle(seen), seen[seen.length - 1]}) {
                                page.leaf("td", Words.percent(change));
                            }
                        });
                    }
                });
            }, "class", "numbers"), "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Noise");
            page.leaf("p", disturbance());
        });
    }

    private double[] seen(Metric metric) {
        return cells.stream().map(cell -> cell.verdict().readings().get(metric)).filter(Objects::nonNull)
                .mapToDouble(MetricReading::smallestChange).sorted().toArray();
    }

    private static double middle(double[] sorted) {
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    private String disturbance() {
        var all = cells.stream().flatMap(cell -> cell.evidence().stream()).map(Evidence::disturbance).toList();
        var sum = new Disturbance(all.stream().mapToInt(Disturbance::slices).sum(),
                all.stream().mapToInt(Disturbance::disturbed).sum(), all.stream().mapToInt(Disturbance::unread).sum());
        return "Seen from outside, " + sum.words() + (sum.unread() > 0
                ? "; of " + sum.unread() + " slices it is not fully known."
                : ".");
    }
}
