package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.protocol.Counter;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was counted of one operation of each cell of a client, and decides: round trips, writes, statements, preparations
 * and bytes on the wire, and what the client allocated. The page has the other counts.
 */
final class CountsTable {

    private static final List<String> HEADINGS = List.of("per operation", "trips", "writes", "stmts", "prep", "sent",
            "recvd", "alloc");

    /** The columns behind the workload. */
    private static final List<Counter> COLUMNS = List.of(Counter.ROUND_TRIPS, Counter.WRITES, Counter.STATEMENTS,
            Counter.PREPARATIONS, Counter.BYTES_SENT, Counter.BYTES_RECEIVED, Counter.ALLOCATED_BYTES);

    private CountsTable() {
    }

    /** The lines, each ended by a line feed; none where nothing was counted. */
    static String of(List<CellVerdict> cells) {
        if (cells.stream().allMatch(cell -> Collections.disjoint(cell.counts().keySet(), COLUMNS))) {
            return "";
        }
        var rows = Stream.concat(Stream.of(HEADINGS), cells.stream().map(CountsTable::row)).toList();
        String form = Columns.form(rows, column -> column > 0);
        return rows.stream().map(row -> String.format(Locale.ROOT, form, row.toArray()).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> row(CellVerdict cell) {
        return Stream.concat(Stream.of(Plain.line(cell.cell().workload())),
                COLUMNS.stream().map(counter -> number(cell, counter))).toList();
    }

    private static String number(CellVerdict cell, Counter counter) {
        return Optional.ofNullable(cell.counts().get(counter))
                .map(reading -> counter.number(reading.now().perOperation())).orElse("-");
    }
}
