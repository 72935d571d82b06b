package dev.regatta.report.html;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.Evidence;
import dev.regatta.gate.MetricReading;
import dev.regatta.report.Words;
import dev.regatta.stats.Median;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** How small a change this machine could have shown, and how quiet it was. */
record NoiseSection(List<JudgedCell> cells) {

    void write(Markup page) {
        page.in("section", () -> {
            page.leaf("h2", "What this machine can see");
            if (seen(Metric.THROUGHPUT).length == 0) {
                page.leaf("p", "Nothing was compared, so that nothing is known of its noise.");
                return;
            }
            page.in("p", () -> {
                page.text("In half of the cells it would have shown a loss of ");
                page.leaf("strong", "≥ " + Words.percent(Median.of(seen(Metric.THROUGHPUT))) + " throughput");
                page.text(others() + ". Smaller changes need more pairs, or a quieter machine.");
            });
            NumberTable.write(page, "Noise",
                    List.of("smallest change that would have shown", "best cell", "median", "worst cell"),
                    Stream.of(Metric.values()).map(this::row).toList());
            page.leaf("p", disturbance());
        });
    }

    /** The other metrics: slices of few operations have no tail. */
    private String others() {
        List<String> known = Stream.of(Metric.TAIL_LATENCY, Metric.CLIENT_CPU).filter(metric -> seen(metric).length > 0)
                .map(metric -> Words.percent(Median.of(seen(metric))) + " more " + metric.words()).toList();
        return known.isEmpty() ? "" : ", " + (known.size() == 1 ? "or " : "") + String.join(", or ", known);
    }

    private List<String> row(Metric metric) {
        double[] seen = seen(metric);
        return seen.length == 0
                ? List.of(metric.words(), "-", "-", "-")
                : List.of(metric.words(), Words.percent(seen[0]), Words.percent(Median.of(seen)),
                        Words.percent(seen[seen.length - 1]));
    }

    private double[] seen(Metric metric) {
        return cells.stream().map(cell -> cell.verdict().readings().get(metric)).filter(Objects::nonNull)
                .mapToDouble(MetricReading::smallestChange).sorted().toArray();
    }

    private String disturbance() {
        var all = cells.stream().flatMap(cell -> cell.evidence().stream()).map(Evidence::disturbance).toList();
        var sum = new Disturbance(all.stream().mapToInt(Disturbance::slices).sum(),
                all.stream().mapToInt(Disturbance::disturbed).sum(), all.stream().mapToInt(Disturbance::unread).sum());
        return "Seen from outside, " + sum.words() + (sum.unread() > 0
                ? "; of " + Words.counted(sum.unread(), "slice") + " it is not fully known."
                : ".");
    }
}
