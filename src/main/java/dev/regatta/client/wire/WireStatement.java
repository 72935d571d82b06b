package dev.regatta.client.wire;

import java.io.IOException;

/** A workload's statement, prepared on one connection and ready to run. Not for use by two threads at once. */
@FunctionalInterface
public interface WireStatement {

    /**
     * Runs one operation of the workload and waits for its end without any time limit.
     *
     * @param keys the random ids of this operation, as many as the workload's {@code keys()}
     * @return the {@link dev.regatta.workload.Digest} of what was read
     * @throws ServerError if the server refused it; the connection is usable afterwards
     * @throws IOException if the connection broke
     */
    long execute(int[] keys) throws IOException;
}
