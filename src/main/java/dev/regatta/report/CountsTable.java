package dev.regatta.report;

import dev.regatta.gate.CellVerdict;
import dev.regatta.protocol.Counter;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What was counted of one operation of each cell of a client: round trips, writes, statements, preparations and bytes
 * on the wire, what the client allocated, and the server's view, its CPU time included. Then, of all operations in
 * flight, how many connections they use and how many of them wait for one.
 */
final class CountsTable {

    private static final List<String> HEADINGS = List.of("per operation", "trips", "writes", "stmts", "prep", "sent",
            "recvd", "alloc", "trans", "rows rd", "rows wr", "hits", "srv us",
            "conns", "wait");

    /** The columns between the workload and the server's CPU time. */
    private static final List<Counter> COLUMNS = List.of(Counter.ROUND_TRIPS, Counter.WRITES, Counter.STATEMENTS,
            Counter.PREPARATIONS, Counter.BYTES_SENT, Counter.BYTES_RECEIVED, Counter.ALLOCATED_BYTES,
            Counter.TRANSACTIONS, Counter.ROWS_READ, Counter.ROWS_WRITTEN, Counter.BUFFER_HITS);

    /** The last columns: not of an operation, but at one time while all are in flight. */
    private static final List<Counter> LEVELS = List.of(Counter.CONNECTIONS_IN_USE, Counter.CONNECTIONS_AWAITED);

    private CountsTable() {
    }

    /** The lines, each ended by a line feed; none where nothing was counted. */
    static String of(List<CellVerdict> cells) {
        if (cells.stream().allMatch(cell -> cell.counts().isEmpty())) {
            return "";
        }
        var rows = Stream.concat(Stream.of(HEADINGS), cells.stream().map(CountsTable::row)).toList();
        String form = Columns.form(rows, column -> column > 0);
        return rows.stream().map(row -> String.format(Locale.ROOT, form, row.toArray()).stripTrailing() + "\n")
                .collect(Collectors.joining());
    }

    private static List<String> row(CellVerdict cell) {
        return Stream.of(Stream.of(Plain.line(cell.cell().workload())),
                COLUMNS.stream().map(counter -> number(cell, counter)), Stream.of(Row.of(cell).serverCpu()),
                LEVELS.stream().map(counter -> level(cell, counter))).flatMap(column -> column).toList();
    }

    private static String number(CellVerdict cell, Counter counter) {
        return Optional.ofNullable(cell.counts().get(counter))
                .map(reading -> counter.number(reading.now().perOperation())).orElse("-");
    }

    /** Levels are means over some looks: more digits would be noise. */
    private static String level(CellVerdict cell, Counter counter) {
        return Optional.ofNullable(cell.counts().get(counter))
                .map(reading -> Words.number("%.1f", reading.now().perOperation())).orElse("-");
    }
}
