package dev.regatta.fork;

import dev.regatta.host.SystemWrites;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workload;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A worker of one arm and set, kept warm across the cells of its client. */
public interface Fork extends AutoCloseable {

    Arm arm();

    /** The version of its run time. */
    String jdk();

    long pid();

    /**
     * No answer is waited for beyond this moment, in {@link dev.regatta.load.Clock#nanos()}, whatever its own time limit
     * is; {@link Long#MAX_VALUE} lifts this.
     */
    void answersBy(long endNanos);

    /** Opens the client with a workload and verifies that the driver came from the recipe. */
    void open(String workload, Endpoint endpoint, int connections) throws MeasurementFailure;

    /** The same for a client that goes by another name, because it has a pool of its own size. */
    void open(ClientId named, String workload, Endpoint endpoint, int connections) throws MeasurementFailure;

    /** Runs untimed operations, all of which must return what the workload expects; answers their digest. */
    long check(String workload, int operations, long seed) throws MeasurementFailure;

    /** The same; answers how often callers failed and came back, where that is a part of the workload. */
    long failures(String workload, int operations, long seed) throws MeasurementFailure;

    /**
     * The bytes of heap that {@code operations} operations, one after another, allocate; empty where the JVM does not
     * count them.
     */
    Optional<Long> allocatedBytes(String workload, int operations, long seed) throws MeasurementFailure;

    /**
     * What this fork still needs to be warm for a workload.
     *
     * @param brief whether being nearly warm will do
     */
    WarmUp warmUpFor(String workload, boolean brief);

    /** Runs one slice of a warm-up. */
    void warm(WarmUp warmUp, String workload, long seed) throws MeasurementFailure;

    /** How this fork came to its first timed slice of the current cell; it is warm for the workload from now on. */
    ForkStart started(WarmUp warmUp, String workload);

    /**
     * Stops the whole process, what its pool does by itself included. It answers nothing until {@link #resume()}.
     *
     * @throws MeasurementFailure if it cannot be stopped, or has ended
     */
    void pause() throws MeasurementFailure;

    /**
     * Lets the process go on after {@link #pause()}.
     *
     * @throws MeasurementFailure if it has ended
     */
    void resume() throws MeasurementFailure;

    /** Runs one slice. */
    Answer.Ran run(long nanos, long seed) throws MeasurementFailure;

    /** Runs one slice in which operations are due at fixed times. */
    Answer.Offered offer(double rate, Arrivals arrivals, long nanos, long dropNanos, long seed)
            throws MeasurementFailure;

    /** Runs one slice after a warm-up of its own and records the virtual threads pinned meanwhile. */
    Answer.Recorded record(long warmUpNanos, long nanos, long seed) throws MeasurementFailure;

    /** Runs one slice that is not timed and tells what the fork then occupies. */
    Footprint inspect(long nanos, long seed) throws MeasurementFailure;

    /** Opens a client of its own whose pool tells about itself, and runs one slice on it after a warm-up. */
    Answer.Metered meter(String workload, Endpoint endpoint, int connections, long warmUpNanos, long nanos, long seed)
            throws MeasurementFailure;

    /** Runs one slice after a warm-up of its own and samples the stacks of its threads meanwhile. */
    Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) throws MeasurementFailure;

    /** Closes the client with all its connections; the fork goes on. */
    void shut() throws MeasurementFailure;

    /** Runs SQL on an administrative connection and answers the rows of the last statement. */
    List<List<String>> sql(Endpoint endpoint, List<String> statements) throws MeasurementFailure;

    /** The same within {@code limit}. */
    List<List<String>> sql(Endpoint endpoint, List<String> statements, Duration limit) throws MeasurementFailure;

    /** What its process has written so far, answers included; empty where the system does not count that. */
    Optional<SystemWrites> written();

    /** What it has written to answer so far. */
    SystemWrites answers();

    /** Whether its process has not ended. */
    boolean alive();

    void kill();

    /** Has a project's own code put its data back to what it was filled with. */
    void reset() throws MeasurementFailure;

    /** Puts the tables of a workload back to what they were filled with. */
    default void reset(Workload workload, Endpoint endpoint) throws MeasurementFailure {
        if (workload instanceof OwnCode) {
            reset();
            return;
        }
        List<String> statements = workload.reset(endpoint.dialect());
        if (!statements.isEmpty()) {
            sql(endpoint, statements);
        }
    }

    /**
     * How many operations are checked before anything else, at least one per connection: about 40 statements, so that
     * operations with many of them are checked fewer times.
     */
    static int checkedOperations(Workload workload, int connections) {
        if (workload.oneAtATime()) {
            return 2;
        }
        return workload instanceof BatchInsert ? connections : Math.max(connections, 40 / Math.max(1, workload.keys()));
    }

    @Override
    void close();
}
