package dev.regatta.client;

/** One operation of a workload on a blocking client. */
@FunctionalInterface
public interface BlockingOperation {

    /**
     * Runs the operation once, borrowing and returning a connection where the client has a pool.
     *
     * @param keys the random ids of this operation, as many as the workload's {@code keys()}
     * @return the digest of what was read
     * @throws Exception what the driver threw
     */
    long execute(int[] keys) throws Exception;
}
