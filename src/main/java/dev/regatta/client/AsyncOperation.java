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

    /**
     * Starts it on a thread whose owner would swallow what {@link #start} throws: that fails the operation instead, which
     * nobody would wait for otherwise.
     */
    default void startOrFail(int[] keys, Outcome outcome) {
        try {
            start(keys, outcome);
        } catch (RuntimeException | Error e) {
            outcome.failed(e);
        }
    }

    /** Receives how an operation ended. */
    interface Outcome {
        /** The operation ended with this digest of what was read. */
        void completed(long digest);

        /** The operation ended with what the driver signalled. */
        void failed(Throwable cause);
    }
}
