package dev.regatta.report;

import dev.regatta.stack.Stack;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which client runs which workload on one database: a row for each workload, a column for each client stack, {@code x}
 * where it runs, and elsewhere the number of a line below that says why not. The letters of the columns are explained
 * there too.
 */
public final class WorkloadGrid {

    private static final String RUNS = "x";

    private WorkloadGrid() {
    }

    /**
     * The grid, the stacks and the reasons, every line ended by a line feed.
     *
     * @param stacks the client stacks that speak {@code dialect}, in the order of the columns
     */
    public static String text(Dialect dialect, List<Stack> stacks) {
        var text = new StringBuilder();
        var reasons = new ArrayList<String>();
        row(text, dialect.id(), IntStream.range(0, stacks.size()).mapToObj(WorkloadGrid::letter).toList());
        for (Workload workload : Workloads.all()) {
            row(text, workload.id(),
                    stacks.stream().map(stack -> mark(stack.gap(workload, dialect), reasons)).toList());
        }
        for (int i = 0; i < stacks.size(); i++) {
            text.append("  ").append(letter(i)).append(": ").append(stacks.get(i)).append('\n');
        }
        for (int i = 0; i < reasons.size(); i++) {
            text.append("  ").append(i + 1).append(": ").append(reasons.get(i)).append('\n');
        }
        return text.toString();
    }

    /** The mark of a cell with this gap, if it is one; a reason that is new gets the next number. */
    private static String mark(Optional<String> gap, List<String> reasons) {
        if (gap.isEmpty()) {
            return RUNS;
        }
        String reason = gap.get();
        if (!reasons.contains(reason)) {
            reasons.add(reason);
        }
        return Integer.toString(reasons.indexOf(reason) + 1);
    }

    private static String letter(int column) {
        return Character.toString('a' + column);
    }

    private static void row(StringBuilder text, String name, List<String> marks) {
        var line = new StringBuilder(String.format(Locale.ROOT, "%-16s", name));
        marks.forEach(mark -> line.append(String.format(Locale.ROOT, "  %-2s", mark)));
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
