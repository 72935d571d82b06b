package dev.regatta.report;

import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BookEntry;
import dev.regatta.baseline.Environment;
import dev.regatta.gate.Versions;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Map;
import java.util.stream.Collectors;

/** Baselines as text for people. */
public final class BaselineTable {

    private static final String ROW = "    %-64s %10s %6s %10s %7s %5s  %-10s %s";

    private BaselineTable() {
    }

    /** The text of these. */
    public static String of(Map<Dialect, Baseline> baselines) {
        var text = new StringBuilder();
        baselines.forEach((database, baseline) -> {
            Lines.add(text, "%s, written by Regatta %s", database, baseline.tool());
            baseline.recipes().forEach((stack, recipe) -> Lines.add(text, "  %s: %s%s", stack,
                    recipe.artifacts().stream().map(Versions::jar).collect(Collectors.joining(", ")),
                    recipe.options().isEmpty() ? "" : ", options " + recipe.options()));
            baseline.environments().forEach(environment -> environment(text, environment));
            text.append('\n');
        });
        return text.toString();
    }

    private static void environment(StringBuilder text, Environment environment) {
        Fingerprint where = environment.fingerprint();
        text.append('\n');
        Lines.add(text, "  %s %s, %s, %s connections", where.fact(Fingerprint.DATABASE_MODE),
                where.fact(Fingerprint.DATABASE_VERSION), where.fact("cpu.model"), where.fact("connections"));
        Lines.add(text, ROW, "", "throughput", "tail", "client CPU", "ops/s", "pairs", "date", "commit, reason");
        environment.cells().forEach((cell, entry) -> row(text, cell, entry));
    }

    private static void row(StringBuilder text, CellId cell, BookEntry entry) {
        Lines.add(text, ROW, cell, ratio(entry, Metric.THROUGHPUT), ratio(entry, Metric.TAIL_LATENCY),
                ratio(entry, Metric.CLIENT_CPU),
                Words.number("%.0f", entry.figures().operationsPerSecond()), entry.pairs(),
                entry.date().split("T")[0], entry.commit() + ", " + entry.reason());
    }

    private static String ratio(BookEntry entry, Metric metric) {
        return entry.ratio(metric).map(stored -> Words.number("%.3f", Math.exp(stored.logRatio()))).orElse("-");
    }
}
