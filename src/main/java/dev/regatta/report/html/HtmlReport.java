package dev.regatta.report.html;

import dev.regatta.baseline.Baseline;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;
import dev.regatta.gate.VerdictKind;
import dev.regatta.protocol.Secrets;
import dev.regatta.report.ChangesTable;
import dev.regatta.report.CsvExport;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import dev.regatta.report.Words;
import dev.regatta.report.WorstFirst;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A gate report as one page of HTML that needs nothing else: no script, no network, no other file. What was found and
 * how to see it again, where it was measured, one row per cell, and what each verdict rests on.
 *
 * @param run       what was measured
 * @param baselines what it was judged with; a database may be absent
 * @param files     paths of the raw data, relative to the page
 * @param standard  values that settings have where they are not given, by the settings' names
 */
public record HtmlReport(MeasuredRun run, Map<Dialect, Baseline> baselines, List<String> files,
        Map<String, String> standard) {

    /** This many regressions have a sentence and open details; the others are in the table. */
    private static final int TOLD = 5;

    /** A download up to this size is part of the page, so that it goes wherever that goes. */
    static final int EMBEDDED_BYTES = 1 << 18;

    /** Copies the collections. */
    public HtmlReport {
        baselines = Map.copyOf(baselines);
        files = List.copyOf(files);
        standard = Map.copyOf(standard);
    }

    /** The page of {@code report}, the verdicts on these results. */
    public String page(GateReport report) {
        var page = Markup.page();
        List<JudgedCell> cells = cells(report);
        page.in("html", () -> {
            Head.write(page, Conclusion.of(report).sentence(), "report.css");
            page.in("body", () -> {
                page.leaf("a", "Skip to the cells", "class", "skip", "href", "#cells");
                page.in("header", () -> opening(page, report, cells));
                page.in("main", () -> {
                    new EnvironmentSection(baselines).write(page, report);
                    new CellTable(cells).write(page);
                    details(page, cells);
                    new NoiseSection(cells).write(page);
                    downloads(page, report);
                });
                page.in("footer", () -> Glossary.write(page,
                        report.cells().stream().anyMatch(cell -> cell.rival().isPresent())));
            });
        }, "lang", "en");
        return page + "\n";
    }

    private List<JudgedCell> cells(GateReport report) {
        var reproduction = new Reproduction(run, standard);
        var cells = new ArrayList<JudgedCell>();
        report.cells().forEach(verdict -> {
            var measured = run.find(verdict.cell());
            cells.add(new JudgedCell("cell-" + (cells.size() + 1), verdict, measured,
                    measured.map(reproduction::of)
                            .orElseGet(() -> reproduction.of(verdict.cell()))));
        });
        return List.copyOf(cells);
    }

    private void opening(Markup page, GateReport report, List<JudgedCell> cells) {
        page.leaf("p", "Regatta " + report.tool() + " · commit " + report.commit() + " · started " + report.started(),
                "class", "quiet");
        Conclusion conclusion = Conclusion.of(report);
        page.in("h1", () -> {
            conclusion.mark().write(page);
            page.text(" " + conclusion.sentence());
        }, "class", conclusion.mark().tone());
        page.leaf("p", Conclusion.counts(report), "class", "counts");
        if (!report.complete()) {
            page.leaf("p", "The run was interrupted: it is not a pass.", "class", "bad");
        }
        List<JudgedCell> regressed = regressed(cells);
        if (!regressed.isEmpty()) {
            page.in("ul", () -> {
                regressed.stream().limit(TOLD).forEach(cell -> page.in("li", () -> {
                    page.text(Words.headline(cell.verdict()) + ". ");
                    page.leaf("a", "What it rests on", "href", "#" + cell.anchor());
                }));
                if (regressed.size() > TOLD) {
                    page.leaf("li", "and " + (regressed.size() - TOLD) + " more, see the table");
                }
            }, "class", "headlines");
        }
        List<CellVerdict> improved = regressed.isEmpty() ? report.of(VerdictKind.IMPROVED) : List.of();
        if (!improved.isEmpty()) {
            page.in("ul", () -> improved.stream().limit(TOLD).forEach(cell -> page.leaf("li",
                    VerdictWords.sentence(cell))), "class", "headlines");
        }
        if (!report.changes().isEmpty()) {
            page.leaf("pre", ChangesTable.text(report.changes()), "tabindex", "0");
        }
        page.leaf("h2", "See it again");
        regressed.stream().limit(1)
                .forEach(cell -> page.leaf("pre", cell.command(), "class", "command", "tabindex", "0"));
        if (regressed.isEmpty()) {
            page.leaf("pre", new Reproduction(run, standard).of(), "class", "command", "tabindex", "0");
        }
        page.leaf("p", Stream.concat(Stream.of("at commit " + report.commit()),
                new GivenAgain(run, standard).provisos().stream()).collect(Collectors.joining(", "))
                + (regressed.size() > 1
                        ? "; the command of every other cell is with its details"
                        : ""),
                "class", "quiet");
    }

    private static void details(Markup page, List<JudgedCell> cells) {
        List<JudgedCell> open = cells.size() == 1 ? cells : regressed(cells).stream().limit(TOLD).toList();
        page.in("section", () -> {
            page.leaf("h2", "What each verdict rests on");
            cells.forEach(cell -> new CellDetails(cell).write(page, open.contains(cell)));
        }, "id", "details");
    }

    /** The worst first. */
    private static List<JudgedCell> regressed(List<JudgedCell> cells) {
        return cells.stream().filter(cell -> cell.verdict().verdict() instanceof Verdict.Regressed)
                .sorted(Comparator.comparing(JudgedCell::verdict, WorstFirst.ORDER)).toList();
    }

    private void downloads(Markup page, GateReport report) {
        page.in("section", () -> {
            page.leaf("h2", "Raw data");
            page.in("ul", () -> {
                files.forEach(file -> page.in("li", () -> {
                    page.leaf("a", file, "href", link(file));
                    page.text(", beside this page");
                }));
                download(page, "verdicts.json", "application/json", VerdictsJson.of(report));
                download(page, "verdicts.csv", "text/csv",
                        CsvExport.header() + CsvExport.lines(report, run, cell -> true));
            });
            if (!files.isEmpty()) {
                page.leaf("p", "For other tools, in the folder of this page:");
                page.leaf("pre", "regatta export --format csv "
                        + files.stream().map(Shell::single).collect(Collectors.joining(" ")) + " > results.csv",
                        "tabindex", "0");
            }
        });
    }

    /** The path without what means something in a URL: a scheme, a query, a fragment, an escape. */
    private static String link(String path) {
        return path.replace("%", "%25").replace(" ", "%20").replace(":", "%3A").replace("?", "%3F").replace("#", "%23");
    }

    /** A file within the page, if it is not too large. */
    private static void download(Markup page, String name, String type, String content) {
        // In Base64 the page would not see a secret.
        byte[] bytes = Secrets.TELLING.hidden(content).getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= EMBEDDED_BYTES) {
            page.in("li", () -> {
                page.leaf("a", name, "download", name, "href",
                        "data:" + type + ";base64," + Base64.getEncoder().encodeToString(bytes));
                page.text(", in this page");
            });
        }
    }
}
