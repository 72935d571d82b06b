package dev.regatta.client;

/** One operation of a workload on an asynchronous client. */
@FunctionalInterface
public interface AsyncOperation {

    /**
     * Starts the operation once.
     *
     * @param keys    the random ids of this operation, unchanged until {@code outcome} is called
     * @param outcome called exactly once, on whichever thread the driver completes on, possibly before this returns
     */
    void start(int[] keys, Outcome outcome);

    /** Receives how an operation ended. */
    interface Outcome {
        /** The operation ended with this digest of what was read. */
        void completed(long digest);

        /** The operation ended with what the driver signalled. */
        void failed(Throwable cause);
    }
}
