package dev.regatta.load;

/** What a logical worker repeats: one operation with its own parameters, checked. */
public sealed interface Step {

    /**
     * How long each caller within the last operation waited, in nanoseconds; empty where an operation is its only caller.
     * Asked for when it has ended, before the next one begins.
     */
    default long[] callers() {
        return Tally.ONE;
    }

    /** A step that blocks its thread. */
    non-sealed interface Blocking extends Step {
        /**
         * Runs once.
         *
         * @return whether the result was the expected one
         * @throws Exception what the operation threw
         */
        boolean run() throws Exception;
    }

    /** A step that returns at once and ends on a thread of its own choice. */
    non-sealed interface Async extends Step {
        /** Starts once; {@code ending} is called exactly once. */
        void start(Ending ending);
    }

    /** Receives how an asynchronous step ended. */
    interface Ending {
        /** The step ended; {@code correct} tells whether the result was the expected one. */
        void ended(boolean correct);

        /** The step ended with an error. */
        void failed(Throwable cause);
    }
}
