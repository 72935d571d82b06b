package dev.regatta.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is asked of the database in one operation, as data that every client can run and every result can be checked by.
 */
public sealed interface Workload
        permits Action, Reading, Listing, Transaction, BatchInsert, BatchUpdate, LargeParameter, Connect,
        BlobStream, CopyIn, Metadata, TypedRows, Burst, PoolCycle, Idle, OwnCode {

    /** What most workloads tolerate of client CPU: 5 % more. */
    double TOLERATED_CPU = 1.05;

    /** What those tolerate that only wait. */
    double TOLERATED_CPU_OF_WAITING = 1.25;

    /** The name on the command line and in baselines, for example {@code point-select}. */
    String id();

    /** One sentence for reports: what an operation does and who defined it. */
    String summary();

    /** How many random ids, each in 1 to {@link #ids()}, one operation takes as its parameters. */
    default int keys() {
        return 0;
    }

    /** How many ids there are to draw from. */
    default int ids() {
        return World.ROWS;
    }

    /**
     * Whether a logical worker draws from ids that no other one draws from. So do all workloads that change rows by id:
     * then no two operations in flight touch the same row, and nothing waits for a lock, deadlocks, or fails because a
     * row changed under its snapshot, whatever the database's isolation level.
     */
    default boolean ownIds() {
        return false;
    }

    /**
     * Whether an operation does nothing but wait, so that what the client's code asks of heap and CPU is not its
     * subject. Of workloads of the same statements that do not wait, it is.
     */
    default boolean waits() {
        return false;
    }

    /**
     * The largest ratio of client CPU per operation, new version to old, that a race tolerates. A client that waits has
     * little to run, and where pools open, compilers use most of it for minutes. Other workloads hold the same code to 5 %.
     * One fault shows in no other, a client that spins or polls while it waits: that costs more than a quarter.
     */
    default double toleratedCpu() {
        return waits() ? TOLERATED_CPU_OF_WAITING : TOLERATED_CPU;
    }

    /**
     * Whether an operation opens a pool of its own, with callers of its own. Then the CPU time of a slice is that of the
     * whole process: threads of the pool begin and end within an operation.
     */
    default boolean opensPool() {
        return false;
    }

    /** Whether failures of callers are a part of an operation: they are counted then. */
    default boolean failing() {
        return false;
    }

    /** How long a relay in front of the server holds each log-in before the server sees it. */
    default Duration loginHold() {
        return Duration.ZERO;
    }

    /**
     * How many connections a client has for this workload, unless its name has the size of its pool. Empty where that is
     * the run's.
     */
    default Optional<Integer> ownConnections() {
        return Optional.empty();
    }

    /** Whether one operation is in flight at a time: one that has connections of its own brings its own callers. */
    default boolean oneAtATime() {
        return ownConnections().isPresent();
    }

    /** Options of the client's pool that are a part of this workload. */
    default Map<String, String> poolOptions() {
        return Map.of();
    }

    /** How many connections an operation can use at once. */
    default int atOnce() {
        return 1;
    }

    /** The entity that an operation reads, and changes where it changes rows by id; empty if its rows are none. */
    default Optional<Entity> entity() {
        return Optional.empty();
    }

    /** Why {@code dialect} has no such operation, to be read after "… does not run …: "; empty if it has. */
    default Optional<String> missingOn(Dialect dialect) {
        return Optional.empty();
    }

    /**
     * Whether {@link #expected} knows what an operation returns. Where it does not, an operation must return the same
     * whenever its parameters are the same.
     */
    default boolean foretold() {
        return true;
    }

    /**
     * The {@link Digest} a correct client returns for an operation with these parameters.
     *
     * @throws IllegalStateException if results are not {@linkplain #foretold foretold}
     */
    long expected(int[] keys);

    /** Statements that bring the dataset back to where it was, run between sets and never inside a slice. */
    default List<String> reset(Dialect dialect) {
        return List.of();
    }
}
