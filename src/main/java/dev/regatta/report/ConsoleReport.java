package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Verdict;
import dev.regatta.protocol.Fingerprint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A gate report as text: what regressed as somebody would tell it, where it was measured, one table per client, how
 * many cells got which verdict, and the reasons, the worst first. Ratios are candidate / baseline with half their 95 %
 * interval; {@code wire} is the share of the raw-wire reference's throughput; {@code MDE} is the smallest loss of
 * throughput that the measurement would have failed with 95 % probability.
 *
 * @param colour whether verdicts are marked with ANSI colours
 */
public record ConsoleReport(boolean colour) {

    private static final List<String> HEADINGS = List.of("", "throughput", "tail", "client CPU", "ops/s", "wire",
            "bound", "MDE", "verdict");

    /** Columns of plain numbers, aligned at their ends. */
    private static final Set<Integer> NUMBERS = Set.of(4, 5, 7);

    /** The environment facts that come first. */
    private static final List<String> SHOWN = List.of(Fingerprint.DATABASE_MODE, Fingerprint.DATABASE_VERSION,
            Fingerprint.NETWORK_PATH, Fingerprint.PLACEMENT);

    /** The text of {@code report}. */
    public String text(GateReport report) {
        var text = new StringBuilder();
        Words.headlines(report).forEach(sentence -> Lines.wrap(text, sentence));
        if (!text.isEmpty()) {
            text.append('\n');
        }
        Lines.add(text, "Regatta %s, commit %s, started %s", report.tool(), report.commit(), report.started());
        report.environments().forEach((database, fingerprint) -> Lines.wrap(text,
                database + ": " + String.join(", ", facts(fingerprint))));
        var clients = report.cells().stream().collect(Collectors.groupingBy(
                cell -> cell.cell().database() + "/" + cell.cell().client(), LinkedHashMap::new, Collectors.toList()));
        // One form for all tables, so that they align.
        String form = Columns.form(Stream.concat(Stream.of(HEADINGS), report.cells().stream().map(ConsoleReport::row))
                .toList(), NUMBERS::contains);
        clients.forEach((client, cells) -> table(text, client, cells, form));
        text.append('\n');
        Lines.add(text, "%s: %s", Words.cells(report.cells().size()), Words.counts(report));
        if (!report.complete()) {
            Lines.add(text, "THE RUN WAS INTERRUPTED: it is not a pass");
        }
        if (report.cells().isEmpty()) {
            Lines.add(text, "NO CELL WAS JUDGED: it is not a pass");
        }
        WorstFirst.byWord(report).forEach((word, cells) -> reasons(text, word, cells));
        frames(text, report);
        notes(text, report);
        return text.toString();
    }

    /** The facts of an environment, those that matter most first. */
    static List<String> facts(Fingerprint fingerprint) {
        var others = fingerprint.facts().keySet().stream().filter(name -> !SHOWN.contains(name));
        return Stream.concat(SHOWN.stream(), others).map(name -> name + " " + fingerprint.fact(name)).toList();
    }

    private void table(StringBuilder text, String client, List<CellVerdict> cells, String form) {
        text.append('\n');
        // A cell that was not compared knows neither the other client nor what changed.
        CellVerdict told = cells.stream().filter(cell -> cell.rival().isPresent() || !cell.changes().isEmpty())
                .findFirst().orElse(cells.getFirst());
        Lines.wrap(text, client + "  (" + VerdictWords.title(told) + ")");
        Lines.add(text, form, HEADINGS.toArray());
        cells.forEach(cell -> {
            Lines.add(text, form, row(cell).toArray());
            // The verdict ends the line.
            int end = text.length() - 1;
            text.replace(end - word(cell).length(), end, coloured(cell));
        });
        text.append(CountsTable.of(cells));
    }

    private static List<String> row(CellVerdict cell) {
        Row row = Row.of(cell);
        return Stream.of(Plain.line(cell.cell().workload()), row.ratio(Metric.THROUGHPUT),
                row.ratio(Metric.TAIL_LATENCY), row.ratio(Metric.CLIENT_CPU), row.operationsPerSecond(),
                row.shareOfWire(), row.bound(), row.smallestLoss(), word(cell))
                .map(text -> text.replace(" %", "%").replace("± ", "±")).toList();
    }

    /** Narrow: the reasons stand below the tables. But a loss that is declared is at no place plainly unchanged. */
    private static String word(CellVerdict cell) {
        return cell.rival().isPresent() && cell.verdict().reason().isEmpty()
                || cell.verdict() instanceof Verdict.Unchanged
                        ? cell.word()
                        : cell.verdict().kind().word();
    }

    private String coloured(CellVerdict cell) {
        if (!colour) {
            return word(cell);
        }
        String code = switch (cell.verdict().kind()) {
            case UNCHANGED -> cell.verdict().told() ? "33" : "32";
            case NOT_RACED -> "32";
            case IMPROVED -> "32;1";
            case INCONCLUSIVE -> "33";
            case REGRESSED, INVALID -> "31;1";
        };
        return "\u001b[" + code + "m" + word(cell) + "\u001b[0m";
    }

    private static void reasons(StringBuilder text, String word, List<CellVerdict> cells) {
        if (!cells.getFirst().told()) {
            return;
        }
        text.append('\n');
        Lines.add(text, "%s", word.toUpperCase(Locale.ROOT));
        cells.forEach(cell -> Lines.add(text, "  %s", VerdictWords.sentence(cell)));
    }

    /** The methods that are on more of the candidate's stacks than of the baseline's. */
    private static void frames(StringBuilder text, GateReport report) {
        var cells = report.cells().stream().filter(cell -> !cell.frames().isEmpty()).toList();
        if (cells.isEmpty()) {
            return;
        }
        text.append('\n');
        Lines.add(text,
                "FRAMES (share of the stack samples of that state: baseline, candidate, on top of the candidate's)");
        for (CellVerdict cell : cells) {
            Lines.add(text, "  %s", cell.cell());
            cell.frames().forEach(frame -> Lines.add(text, "    %5.1f%% -> %5.1f%%, %5.1f%% on top  %-14s  %s",
                    100 * frame.before(), 100 * frame.now(), 100 * frame.onTop(), frame.state().words(),
                    frame.method()));
        }
    }

    /** Doubts of all cells, passed ones included; each once, with the cells that share it. */
    private static void notes(StringBuilder text, GateReport report) {
        var cells = new LinkedHashMap<String, List<String>>();
        report.cells().forEach(cell -> cell.warnings().forEach(
                warning -> cells.computeIfAbsent(warning, first -> new ArrayList<>()).add(cell.cell().toString())));
        if (cells.isEmpty()) {
            return;
        }
        text.append('\n');
        Lines.add(text, "NOTES");
        cells.forEach((warning, names) -> Lines.add(text, "  %s (%s)", warning,
                names.size() > 3 ? names.size() + " cells" : String.join(", ", names)));
    }
}
