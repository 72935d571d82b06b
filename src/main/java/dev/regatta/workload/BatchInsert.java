package dev.regatta.workload;

import java.util.List;
import java.util.Objects;

/**
 * An operation that inserts {@code rows} rows of one text column with the driver's batch call. Its digest is that of
 * the single integer "rows acknowledged"; a driver that reports success without a count acknowledges one row per
 * statement.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param rows    rows per batch, at least 1
 * @param content the text of every row
 */
public record BatchInsert(String id, String summary, int rows, String content) implements Workload {

    /** Checks the shape. */
    public BatchInsert {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        Objects.requireNonNull(content);
        if (rows < 1) {
            throw new IllegalArgumentException("workload " + id + ": a batch has at least one row, got " + rows);
        }
    }

    /** The insert, the same for every database. */
    public String sql() {
        return "INSERT INTO " + World.INSERT_TABLE + " (content) VALUES (?)";
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, rows);
    }

    @Override
    public List<String> reset(Dialect dialect) {
        return List.of("TRUNCATE TABLE " + World.INSERT_TABLE);
    }

    /** A query that answers how many rows were inserted since the last {@link #reset(Dialect)}. */
    public String count() {
        return "SELECT COUNT(*) FROM " + World.INSERT_TABLE;
    }
}
