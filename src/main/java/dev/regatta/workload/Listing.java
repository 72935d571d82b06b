package dev.regatta.workload;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;

/**
 * An operation that runs one query without parameters and reads every column of every row, integers and texts.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param sql     the query in each dialect
 * @param rows    rows it returns, at least 1
 * @param columns its columns, at least 1, in order
 * @param byName  whether values are read by column name; the wire has positions only
 */
public record Listing(String id, String summary, Map<Dialect, String> sql, int rows, List<Column> columns,
        boolean byName) implements Workload {

    /** A column with the values of its rows, which count from 1. */
    public sealed interface Column {
        /** The column's name in the result. */
        String name();

        /** The digest after reading this column of {@code row} next. */
        long mix(long digest, int row);
    }

    /** A column of {@code int} values. */
    public record Ints(String name, IntUnaryOperator value) implements Column {
        @Override
        public long mix(long digest, int row) {
            return Digest.mix(digest, value.applyAsInt(row));
        }
    }

    /** A column of texts. */
    public record Texts(String name, IntFunction<String> value) implements Column {
        @Override
        public long mix(long digest, int row) {
            return Digest.mix(digest, value.apply(row));
        }
    }

    /** Checks the shape. */
    public Listing {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        sql = Map.copyOf(sql);
        columns = List.copyOf(columns);
        if (rows < 1 || columns.isEmpty()) {
            throw new IllegalArgumentException("workload " + id + ": a listing has at least one row and one column");
        }
    }

    /** The query in {@code dialect}. */
    public String sql(Dialect dialect) {
        return sql.get(dialect);
    }

    /** For each column whether it holds texts. */
    public boolean[] texts() {
        var texts = new boolean[columns.size()];
        for (int column = 0; column < texts.length; column++) {
            texts[column] = columns.get(column) instanceof Texts;
        }
        return texts;
    }

    /** The columns' names, in order. */
    public String[] names() {
        return columns.stream().map(Column::name).toArray(String[]::new);
    }

    @Override
    public Optional<Entity> entity() {
        return Entity.readBy(sql.values());
    }

    @Override
    public long expected(int[] keys) {
        long digest = Digest.EMPTY;
        for (int row = 1; row <= rows; row++) {
            for (Column column : columns) {
                digest = column.mix(digest, row);
            }
        }
        return digest;
    }
}
