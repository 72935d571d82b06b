package dev.regatta.workload;

import java.time.Duration;
import java.util.Objects;

/**
 * An operation that opens a pool without an idle connection, has callers ask for a connection at once, and closes the
 * pool. Each caller runs its statement and keeps its connection until enough of them have one, so that a pool has to
 * grow. The last few are served with what the others give back: a pool may stop growing when as many connections are on
 * their way as callers wait, and one that is left over would wait for nothing. A relay holds each log-in, as a slow
 * server does: what is measured is how a pool waits while it grows. The server itself is untouched.
 *
 * <p>
 * Where they are killed, the server then ends all of these connections, and the callers come back, each as often as it
 * takes until it is served: what is measured as well is how a pool recovers.
 *
 * @param id          the workload's name
 * @param summary     one sentence for reports
 * @param callers     what they ask for
 * @param together    how many of them have a connection before any gives its own back
 * @param most        how many connections the pool may have: more than there are callers, or it could not open one too
 *                    many
 * @param loginMillis how long each log-in is held
 * @param killed      whether the server ends the connections while nobody uses them
 */
public record PoolCycle(String id, String summary, Burst callers, int together, int most, int loginMillis,
        boolean killed) implements Workload {

    /** Checks the shape. */
    public PoolCycle {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        if (together < 1 || together > callers.tasks() || most <= callers.tasks() || loginMillis < 1) {
            throw new IllegalArgumentException("workload " + id
                    + ": a pool may have more connections than callers, not more callers than there are have one"
                    + " together, and each log-in is held");
        }
    }

    @Override
    public boolean opensPool() {
        return true;
    }

    @Override
    public boolean failing() {
        return killed;
    }

    @Override
    public Duration loginHold() {
        return Duration.ofMillis(loginMillis);
    }

    @Override
    public boolean waits() {
        return true;
    }

    /** The digest after that of the callers who came back. */
    public long with(long digest, long ofThoseWhoCameBack) {
        return callers.with(digest, ofThoseWhoCameBack);
    }

    @Override
    public long expected(int[] keys) {
        long once = callers.expected(keys);
        return killed ? with(once, once) : once;
    }
}
