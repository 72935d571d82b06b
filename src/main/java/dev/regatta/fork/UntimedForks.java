package dev.regatta.fork;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.workload.Dialect;

import java.util.List;

/** Where the forks come from in which nothing is timed; each serves all cells of its client. */
public interface UntimedForks {

    /** Their kinds. */
    enum Kind {
        /** For counting and recording. */
        DIAGNOSTIC(0, "diagnostic"),
        /** Has Micrometer on its class path. */
        METERED(-1, "meters");

        /** In place of a set, where a fork has one. */
        public final int set;
        /** What it is for in one word, for the names of its files. */
        final String purpose;

        Kind(int set, String purpose) {
            this.set = set;
            this.purpose = purpose;
        }
    }

    /**
     * The fork of this kind, database, client and arm, started now if it does not run yet.
     *
     * @param options more JVM options; a fork that runs already keeps its own
     */
    Fork untimed(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup, List<String> options)
            throws MeasurementFailure;

    /**
     * Lets that fork start already, unless it runs. It starts on all CPUs: several that start together take half as
     * long as one after another on the client's.
     */
    void launch(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup, List<String> options)
            throws MeasurementFailure;

    /** Kills that fork, if it runs: the next one starts afresh. */
    void kill(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup);

    /**
     * Closes the clients of all forks in which something was timed: every cell opens its own, and a server cannot tell
     * what it counts of one client from what it counts of another. A fork of a checkout that does not know how keeps
     * its connections.
     */
    void shutClients();
}
