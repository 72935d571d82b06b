package dev.regatta.workload;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An operation in which nobody asks the client's pool for anything. The pool has its connections, and looks after them by
 * itself as often as it is told to: what that costs, and what it sends, is what is measured.
 *
 * @param id              the workload's name
 * @param summary         one sentence for reports
 * @param connections     how many connections the pool has
 * @param millis          how long an operation takes
 * @param keepAliveMillis how long the pool waits from one time to the next
 */
public record Idle(String id, String summary, int connections, int millis, int keepAliveMillis) implements Workload {

    /** The option of a pool that says how often it looks after connections that nobody uses, in milliseconds. */
    public static final String KEEP_ALIVE = "pool.keepAlive";

    /** Checks the shape. */
    public Idle {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (connections < 1 || keepAliveMillis < 1 || millis <= keepAliveMillis) {
            throw new IllegalArgumentException("workload " + id
                    + ": an idle pool has connections, and looks after them within an operation");
        }
    }

    @Override
    public Optional<Integer> ownConnections() {
        return Optional.of(connections);
    }

    @Override
    public int atOnce() {
        return connections;
    }

    @Override
    public Map<String, String> poolOptions() {
        return Map.of(KEEP_ALIVE, Integer.toString(keepAliveMillis));
    }

    @Override
    public boolean waits() {
        return true;
    }

    @Override
    public long expected(int[] keys) {
        return Digest.EMPTY;
    }
}
