package dev.regatta.workload;

import java.util.Map;
import java.util.Objects;

/**
 * An operation that runs one statement without parameters and without a result set. Its digest is that of the single
 * integer "rows changed", which is 0.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param sql     the statement in each dialect
 */
public record Action(String id, String summary, Map<Dialect, String> sql) implements Workload {

    /** Checks the shape. */
    public Action {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        sql = Map.copyOf(sql);
    }

    /** The statement in {@code dialect}. */
    public String sql(Dialect dialect) {
        return sql.get(dialect);
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, 0);
    }
}
