package dev.regatta.workload;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An operation that reads and, if {@code updating}, then changes each row it read by its id: as one transaction with a
 * commit at its end, or with autocommit as one transaction per statement.
 *
 * <p>
 * The number written is {@link World#stamped(int, int)}, which differs from the one before; the select reads it without
 * its stamp. Rows are changed in the order in which they were read: each logical worker has rows of its own
 * ({@link #ownIds()}), so that no order can deadlock.
 *
 * @param id         the workload's name
 * @param summary    one sentence for reports
 * @param read       the query, executed {@code read.statements()} times, strictly one after another; by id when
 *                   updating
 * @param updating   whether as many updates follow, strictly one after another
 * @param autocommit whether every statement commits itself
 */
public record Transaction(String id, String summary, Reading read, boolean updating, boolean autocommit)
        implements
            Workload {

    /** Checks that rows to be changed are read by id. */
    public Transaction {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (updating && !read.keyed()) {
            throw new IllegalArgumentException("workload " + id + ": updates need a read by id");
        }
    }

    /** The update: the new number, then the id. */
    public String update() {
        return Ledger.UPDATE;
    }

    /** The number that update {@code i} (from 0) of an operation with these parameters writes. */
    public int written(int[] keys, int i) {
        return World.stamped(keys[i], keys[read.statements() + i]);
    }

    @Override
    public Optional<Entity> entity() {
        return read.entity();
    }

    /** The ids, and for updates as many stamps. */
    @Override
    public int keys() {
        return updating ? 2 * read.keys() : read.keys();
    }

    @Override
    public boolean ownIds() {
        return updating;
    }

    @Override
    public long expected(int[] keys) {
        long digest = read.expected(keys);
        return updating ? Digest.mix(digest, read.statements()) : digest;
    }

    @Override
    public List<String> reset(Dialect dialect) {
        return updating ? Ledger.reset(dialect) : List.of();
    }
}
