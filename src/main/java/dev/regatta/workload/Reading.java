package dev.regatta.workload;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntBinaryOperator;

/**
 * An operation that runs one query {@code statements} times, strictly one after another, and reads every column of
 * every row as an {@code int}.
 *
 * @param id         the workload's name
 * @param summary    one sentence for reports
 * @param sql        the query in each dialect; takes one {@code int} parameter exactly when {@code keyed}
 * @param keyed      whether each execution takes a random id
 * @param statements executions of the query per operation, at least 1
 * @param rows       rows each execution returns
 * @param columns    columns of each row
 * @param cells      the expected value at (the execution's key, or the 1-based row number when not keyed; 1-based
 *                   column)
 * @param waits      whether the server lets the client wait on purpose
 */
public record Reading(String id, String summary, Map<Dialect, String> sql, boolean keyed, int statements, int rows,
        int columns, IntBinaryOperator cells, boolean waits) implements Workload {

    /** Checks the shape. */
    public Reading {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        Objects.requireNonNull(cells);
        sql = Map.copyOf(sql);
        if (statements < 1 || rows < 1 || columns < 1 || keyed && rows != 1) {
            throw new IllegalArgumentException(
                    "workload " + id + ": statements, rows and columns are at least 1, and a "
                            + "keyed query returns one row");
        }
    }

    /** A query that is answered as soon as possible. */
    public Reading(String id, String summary, Map<Dialect, String> sql, boolean keyed, int statements, int rows,
            int columns, IntBinaryOperator cells) {
        this(id, summary, sql, keyed, statements, rows, columns, cells, false);
    }

    /** The query in {@code dialect}; a parameter is {@code ?}. */
    public String sql(Dialect dialect) {
        return sql.get(dialect);
    }

    @Override
    public Optional<Entity> entity() {
        return Entity.readBy(sql.values());
    }

    @Override
    public int keys() {
        return keyed ? statements : 0;
    }

    @Override
    public long expected(int[] keys) {
        long digest = Digest.EMPTY;
        for (int statement = 0; statement < statements; statement++) {
            for (int row = 1; row <= rows; row++) {
                for (int column = 1; column <= columns; column++) {
                    digest = Digest.mix(digest, cells.applyAsInt(keyed ? keys[statement] : row, column));
                }
            }
        }
        return digest;
    }
}
