package dev.regatta.workload;

import java.util.Objects;

/**
 * An operation that opens a connection of its own, without a pool, runs {@code SELECT 1}, reads the int, and closes the
 * connection.
 *
 * <p>
 * Every connection leaves a TCP port behind for a minute. Over the loopback Linux uses such ports again after a second;
 * over any other path more than about 450 connections a second for over a minute use all of them up.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 */
public record Connect(String id, String summary) implements Workload {

    /** Checks that both are present. */
    public Connect {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
    }

    /** The statement that proves the connection. */
    public String sql() {
        return "SELECT 1";
    }

    @Override
    public long expected(int[] keys) {
        return Digest.mix(Digest.EMPTY, 1);
    }
}
