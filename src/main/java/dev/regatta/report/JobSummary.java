package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Evidence;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;
import dev.regatta.results.MeasuredRun;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A gate report as GitHub's Markdown, for the page of a workflow's job: the verdict, what failed in sentences, what the
 * branch does to the baselines, and a table of all cells, the worst first. It never has more bytes than it is given;
 * what does not fit is left out from the end, and the last line says so.
 *
 * @param run that was judged
 */
public record JobSummary(MeasuredRun run) {

    /** What a step may write; github.com's documentation of workflow commands, "Step isolation and limits". */
    public static final int MOST_BYTES = 1 << 20;

    private static final String HEADINGS = "| cell | verdict | throughput | tail | client CPU | wire | MDE"
            + " | throughput, pair by pair |\n|---|---|--:|--:|--:|--:|--:|---|\n";

    /** What there is of operations that did not race, in at most {@code mostBytes}: why, for each or for all. */
    public static String notRaced(List<String> sentences, long mostBytes) {
        var page = new Page(mostBytes);
        sentences.forEach(sentence -> page.add("- **Not raced:** " + Markdown.escaped(sentence) + "\n"));
        page.add("\n");
        return page.text();
    }

    /**
     * The summary in at most {@code mostBytes} bytes of UTF-8; empty when not even its first line fits.
     *
     * @param report of the run
     */
    public String text(GateReport report, long mostBytes) {
        var page = new Page(mostBytes);
        page.add("## Regatta: " + (report.passed() ? "passed" : "not passed") + ", "
                + Words.cells(report.cells().size()) + (report.cells().isEmpty() ? "" : ", ") + Words.counts(report)
                + "\n\n");
        page.add("commit " + Markdown.escaped(report.commit()) + ", started " + Markdown.escaped(report.started())
                + ", Regatta " + Markdown.escaped(report.tool()) + "\n\n");
        if (!report.complete()) {
            page.add("**The run was interrupted: it is not a pass.**\n\n");
        }
        if (report.cells().isEmpty()) {
            page.add("**No cell was judged: it is not a pass.**\n\n");
        }
        report.refusal().ifPresent(sentence -> page.add("**Refused:** " + Markdown.escaped(sentence) + "\n\n"));
        ChangesTable.markdownBlocks(report.changes()).forEach(page::add);
        page.add(report.changes().isEmpty() ? "" : "\n");
        var cells = WorstFirst.of(report);
        cells.stream().filter(cell -> cell.verdict() instanceof Verdict.Regressed).forEach(cell -> page
                .add("- **" + (cell.rival().isPresent() ? "Worse" : "Regressed") + ":** "
                        + Markdown.escaped(VerdictWords.sentence(cell)) + "\n"));
        if (!cells.isEmpty()) {
            page.add("\n" + HEADINGS);
            cells.forEach(cell -> page.add(row(cell)));
            page.add("\nRatios are candidate / baseline with half their 95 % interval; MDE is the smallest loss of"
                    + " throughput that a measurement would have failed with 95 % probability. Bars: ratio of each pair in run order, the middle is 1,"
                    + " the ends are 25 % or the farthest pair.\n\n");
        }
        reasons(cells).forEach((heading, sentences) -> {
            page.add("**" + heading + "**\n\n");
            sentences.forEach(sentence -> page.add("- " + sentence + "\n"));
            page.add("\n");
        });
        report.environments().forEach((database, fingerprint) -> page.add("**" + database + "**: "
                + Markdown.escaped(fingerprint.facts().entrySet().stream()
                        .map(fact -> fact.getKey() + " " + fact.getValue()).collect(Collectors.joining(", ")))
                + "\n\n"));
        return page.text();
    }

    private String row(CellVerdict cell) {
        Row row = Row.of(cell);
        String verdict = cell.verdict().good() ? cell.word() : "**" + cell.word() + "**";
        return "| " + String.join(" | ", Markdown.escaped(cell.cell().toString()), verdict,
                row.ratio(Metric.THROUGHPUT), row.ratio(Metric.TAIL_LATENCY), row.ratio(Metric.CLIENT_CPU),
                row.shareOfWire(), row.smallestLoss(), sparkline(cell)) + " |\n";
    }

    /** The pairs that decided. */
    private String sparkline(CellVerdict cell) {
        return Optional.ofNullable(cell.readings().get(Metric.THROUGHPUT)).flatMap(judged -> run.find(cell.cell()))
                .flatMap(measured -> Evidence.of(cell, measured))
                .flatMap(evidence -> evidence.gains(Metric.THROUGHPUT))
                .map(gains -> Sparkline.of(Arrays.copyOf(gains.values(), cell.pairs()))).orElse("");
    }

    /** The sentences of the other verdicts that are no plain pass, then the doubts about all cells, each once. */
    private static Map<String, List<String>> reasons(List<CellVerdict> cells) {
        var reasons = new LinkedHashMap<String, List<String>>();
        cells.stream().filter(cell -> cell.told() && !(cell.verdict() instanceof Verdict.Regressed))
                .forEach(cell -> reasons
                        .computeIfAbsent(cell.rival().isPresent() ? cell.word() : cell.verdict().title(),
                                title -> new ArrayList<>())
                        .add(Markdown.escaped(VerdictWords.sentence(cell))));
        var notes = new LinkedHashMap<String, Integer>();
        cells.forEach(cell -> cell.warnings().forEach(warning -> notes.merge(warning, 1, Integer::sum)));
        if (!notes.isEmpty()) {
            reasons.put("Notes", notes.entrySet().stream().map(note -> Markdown.escaped(note.getKey()) + " ("
                    + Words.cells(note.getValue()) + ")").toList());
        }
        return reasons;
    }

    /** Text that grows by whole pieces until one does not fit. */
    private static final class Page {

        private static final String LEFT_OUT = " left out, there is no room for more: they are in results.jsonl.gz,"
                + " which `./regatta judge` prints.**\n";

        private final StringBuilder text = new StringBuilder();
        private final long most;
        private long bytes;
        private long linesLeftOut;

        Page(long mostBytes) {
            most = mostBytes - bytes(leftOut(Long.MAX_VALUE));
        }

        void add(String piece) {
            long more = bytes(piece);
            if (linesLeftOut > 0 || bytes + more > most) {
                linesLeftOut += piece.lines().filter(line -> !line.isBlank()).count();
            } else {
                text.append(piece);
                bytes += more;
            }
        }

        String text() {
            if (text.isEmpty()) {
                return "";
            }
            return linesLeftOut == 0
                    ? text.toString()
                    : text + leftOut(linesLeftOut);
        }

        private static String leftOut(long lines) {
            return "\n**" + Words.counted(lines, "line") + (lines == 1 ? " is" : " are") + LEFT_OUT;
        }

        private static long bytes(String piece) {
            return piece.getBytes(StandardCharsets.UTF_8).length;
        }
    }
}
