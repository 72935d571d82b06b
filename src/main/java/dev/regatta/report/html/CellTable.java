package dev.regatta.report.html;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.report.Row;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.Words;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One row per cell, grouped by client: every ratio with its interval, drawn and in numbers, and the verdict with its
 * reason.
 */
final class CellTable {

    private static final int COLUMNS = 9;

    private final List<JudgedCell> cells;
    private final IntervalPlot intervals;

    CellTable(List<JudgedCell> cells) {
        this.cells = cells;
        intervals = new IntervalPlot(cells.stream().flatMap(cell -> cell.verdict().readings().values().stream())
                .mapToDouble(reading -> -Gain.of(reading).limit()).max().orElse(1));
    }

    void write(Markup page) {
        page.in("section", () -> {
            page.leaf("h2", "Cells");
            page.leaf("p",
                    "Ratios are candidate to baseline with their 95 % interval. In every drawing better is to the"
                            + " right, the line is no change, and the dashed line is the limit: a loss beyond it is "
                            + (cells.stream().anyMatch(cell -> cell.verdict().rival().isPresent())
                                    ? "what makes a client the worse one."
                                    : "a regression."),
                    "class", "quiet");
            page.in("div", () -> page.in("table", () -> {
                page.in("thead", () -> page.in("tr", () -> {
                    page.leaf("th", "workload", "scope", "col");
                    for (String metric : List.of("throughput", "tail latency", "client CPU")) {
                        page.in("th", () -> {
                            page.text(metric);
                            page.leaf("span", "◂ worse   better ▸", "class", "hint", "aria-hidden", "true");
                        }, "scope", "col");
                    }
                    page.leaf("th", "ops/s", "scope", "col", "class", "number");
                    page.leaf("th", "% of wire", "scope", "col", "class", "number");
                    page.leaf("th", "counted per operation", "scope", "col");
                    page.leaf("th", "MDE", "scope", "col", "class", "number", "title",
                            "the smallest loss of throughput that this measurement would have failed with 95 % probability");
                    page.leaf("th", "verdict", "scope", "col");
                }));
                cells.stream().collect(Collectors.groupingBy(
                        cell -> cell.verdict().cell().database() + "/" + cell.verdict().cell().client(),
                        LinkedHashMap::new, Collectors.toList())).forEach((client, rows) -> group(page, client, rows));
            }, "class", "cells"), "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Cells");
        }, "id", "cells");
    }

    private void group(Markup page, String client, List<JudgedCell> rows) {
        CellVerdict first = rows.getFirst().verdict();
        page.in("tbody", () -> {
            page.in("tr", () -> page.in("th", () -> {
                page.leaf("strong", client);
                page.leaf("span", VerdictWords.title(first),
                        "class", "versions");
            }, "colspan", Integer.toString(COLUMNS), "scope", "rowgroup"), "class", "group");
            rows.forEach(row -> row(page, row));
        });
    }

    private void row(Markup page, JudgedCell row) {
        CellVerdict cell = row.verdict();
        Row numbers = Row.of(cell);
        page.in("tr", () -> {
            page.in("th", () -> page.leaf("a", cell.cell().workload(), "href", "#" + row.anchor()), "scope", "row");
            for (Metric metric : Metric.values()) {
                metric(page, cell, metric);
            }
            number(page, numbers.operationsPerSecond());
            number(page, numbers.shareOfWire());
            page.in("td", () -> {
                var counted = Counted.inShort(row);
                (counted.isEmpty() ? List.of("-") : counted).forEach(line -> page.leaf("span", line, "class", "count"));
            });
            number(page, numbers.smallestLoss());
            page.in("td", () -> {
                row.badge(page);
                page.text(" ");
                page.leaf("span", Words.inShort(cell), "class", "arithmetic");
            });
        });
    }

    private void metric(Markup page, CellVerdict cell, Metric metric) {
        var reading = cell.readings().get(metric);
        if (reading == null) {
            page.leaf("td", "-", "class", "metric");
            return;
        }
        page.in("td", () -> {
            page.in("span", () -> {
                if (metric == Metric.TAIL_LATENCY) {
                    page.leaf("span", Words.tail(cell), "class", "quiet");
                }
                page.leaf("strong", Words.ratio(reading.ratio()));
                page.leaf("span", Words.interval(reading), "class", "quiet");
            }, "class", "ratio");
            intervals.draw(page, Gain.of(reading));
        }, "class", "metric");
    }

    private static void number(Markup page, String text) {
        page.leaf("td", text, "class", "number");
    }
}
