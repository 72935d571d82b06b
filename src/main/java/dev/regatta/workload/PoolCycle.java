package dev.regatta.workload;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * An operation that opens a pool without an idle connection, has callers ask for a connection at once, and closes the
 * pool. Each caller runs its statement and keeps its connection until enough of them have one, so that a pool has to
 * grow. The last few are served with what the others give back: a pool may stop growing when as many connections are on
 * their way as callers wait, and one that is left over would wait for nothing. A relay holds each log-in, as a slow
 * server does: what is measured is how a pool waits while it grows. The server itself is untouched.
 *
 * <p>
 * Where the pool {@linkplain Outage loses} all of these connections then, the callers come back, each as often as it takes
 * until it is served: what is measured as well is how a pool recovers.
 *
 * @param id          the workload's name
 * @param summary     one sentence for reports
 * @param callers     what they ask for
 * @param together    how many of them have a connection before any gives its own back
 * @param most        how many connections the pool may have: more than there are callers, or it could not open one too
 *                    many
 * @param loginMillis how long each log-in is held
 * @param outage      what happens to the connections while nobody uses them
 */
public record PoolCycle(String id, String summary, Burst callers, int together, int most, int loginMillis,
        Outage outage) implements Workload {

    /** How a pool loses connections that nobody uses. */
    public enum Outage {
        /** It does not. */
        NONE,
        /** The server ends them, as when it is restarted: clients are told. */
        ENDED,
        /**
         * They are half-open: the server is gone, and nobody tells the clients, as when a machine fails or a firewall
         * forgets a connection. What is sent is never answered, so that a pool must know how long to wait.
         */
        SILENT
    }

    /** Checks the shape. */
    public PoolCycle {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
        Objects.requireNonNull(outage);
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
    public Optional<Integer> ownConnections() {
        // The client's own pool is not asked; what is open there proves the driver.
        return Optional.of(1);
    }

    @Override
    public boolean failing() {
        return outage != Outage.NONE;
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
        return failing() ? with(once, once) : once;
    }
}
