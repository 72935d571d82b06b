package dev.regatta.workload;

import java.util.List;
import java.util.Objects;

/**
 * An operation that changes {@code rows} rows by id with the driver's batch call and commits once. Its digest is that
 * of the single integer "rows acknowledged"; a driver that reports success without a count acknowledges one row per
 * statement. Rows are changed in random order: each logical worker has rows of its own ({@link #ownIds()}), so that no
 * order can deadlock.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param rows    updates per batch, at least 1
 */
public record BatchUpdate(String id, String summary, int rows) implements Workload {

    /** Checks the shape. */
    public BatchUpdate {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (rows < 1) {
            throw new IllegalArgumentException("workload " + id + ": a batch has at least one row, got " + rows);
        }
    }

    /** The update: the new number, then the id. */
    public String sql() {
        return Ledger.UPDATE;
    }

    /** The number that update {@code i} (from 0) of an operation with these parameters writes. */
    public int written(int[] keys, int i) {
        return World.stamped(keys[i], keys[rows]);
    }

    /** The ids, and one stamp for all of them. */
    @Override
    public int keys() {
        return rows + 1;
    }

    @Override
    public boolean ownIds() {
        return true;
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, rows);
    }

    @Override
    public List<String> reset(Dialect dialect) {
        return Ledger.reset(dialect);
    }
}
