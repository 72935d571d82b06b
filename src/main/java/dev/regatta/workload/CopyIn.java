package dev.regatta.workload;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An operation that sends {@code rows} rows to PostgreSQL with one {@code COPY}, one write for each row. The server
 * reads all of them and keeps every {@value #KEPT}th, so that the table does not outgrow memory during a run; its count
 * of those kept is the digest.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 * @param rows    rows, and writes, per operation; a multiple of {@value #KEPT}
 */
public record CopyIn(String id, String summary, int rows) implements Workload {

    private static final int KEPT = 100;

    /** Checks the shape. */
    public CopyIn {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (rows < KEPT || rows % KEPT != 0) {
            throw new IllegalArgumentException("workload " + id + ": rows are a multiple of " + KEPT + ", got " + rows);
        }
    }

    /** The statement; PostgreSQL 12 or newer. */
    public String sql() {
        return "COPY copied (id, number) FROM STDIN WHERE id % " + KEPT + " = 0";
    }

    /** Row {@code id} (from 1) as it is sent. */
    public String row(int id) {
        return id + "\t" + World.number(id) + "\n";
    }

    @Override
    public Optional<String> missingOn(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> Optional.empty();
            case MARIADB -> Optional.of("COPY is a statement of PostgreSQL");
        };
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, rows / KEPT);
    }

    @Override
    public List<String> reset(Dialect dialect) {
        return List.of("TRUNCATE TABLE copied");
    }
}
