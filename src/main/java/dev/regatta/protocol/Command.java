package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.regatta.load.Arrivals;
import dev.regatta.workload.Endpoint;

import java.util.List;
import java.util.Map;

/** What the judging JVM asks of a fork: one JSON line on its standard input, answered by exactly one {@link Answer}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({@JsonSubTypes.Type(value = Command.Open.class, name = "open"),
        @JsonSubTypes.Type(value = Command.Check.class, name = "check"),
        @JsonSubTypes.Type(value = Command.Run.class, name = "run"),
        @JsonSubTypes.Type(value = Command.Offer.class, name = "offer"),
        @JsonSubTypes.Type(value = Command.Record.class, name = "record"),
        @JsonSubTypes.Type(value = Command.Inspect.class, name = "inspect"),
        @JsonSubTypes.Type(value = Command.Profile.class, name = "profile"),
        @JsonSubTypes.Type(value = Command.Meter.class, name = "meter"),
        @JsonSubTypes.Type(value = Command.Sql.class, name = "sql"),
        @JsonSubTypes.Type(value = Command.Describe.class, name = "describe"),
        @JsonSubTypes.Type(value = Command.Reset.class, name = "reset"),
        @JsonSubTypes.Type(value = Command.Shut.class, name = "shut"),
        @JsonSubTypes.Type(value = Command.Close.class, name = "close")})
public sealed interface Command {

    /**
     * Open the client with fresh connections and prepare a workload on it.
     *
     * @param client      the client
     * @param workload    the workload's id
     * @param endpoint    where the database is
     * @param connections operations in flight, and connections unless the client names the size of its pool
     * @param options     driver options
     */
    record Open(ClientId client, String workload, Endpoint endpoint, int connections,
            Map<String, String> options) implements Command {}

    /** Run {@code operations} untimed operations, one after another, with parameters drawn from {@code seed}. */
    record Check(int operations, long seed) implements Command {}

    /**
     * Run one slice.
     *
     * @param nanos     length, including the dropped start
     * @param dropNanos how much of the start is not counted
     * @param seed      where the parameters are drawn from
     */
    record Run(long nanos, long dropNanos, long seed) implements Command {}

    /**
     * Run one slice in which operations start when they are due.
     *
     * @param rate      operations per second
     * @param arrivals  how they follow each other
     * @param nanos     length, including the dropped start
     * @param dropNanos how much of the start is not counted
     * @param seed      where arrivals and parameters are drawn from
     */
    record Offer(double rate, Arrivals arrivals, long nanos, long dropNanos, long seed) implements Command {}

    /**
     * Run one untimed slice and record which virtual threads are pinned meanwhile; once in the life of a fork.
     *
     * @param warmUpNanos length of a slice before it that is not counted
     * @param nanos       length of the slice
     * @param seed        where the parameters are drawn from
     */
    record Record(long warmUpNanos, long nanos, long seed) implements Command {}

    /**
     * Run one untimed slice, and tell what the fork occupies.
     *
     * @param nanos length of the slice
     * @param seed  where the parameters are drawn from
     */
    record Inspect(long nanos, long seed) implements Command {}

    /**
     * Run one untimed slice and sample the stacks of all threads meanwhile.
     *
     * @param warmUpNanos length of a slice before it that is not sampled
     * @param nanos       length of the slice
     * @param seed        where the parameters are drawn from
     * @param file        receives the recording; its folder exists
     */
    record Profile(long warmUpNanos, long nanos, long seed, String file) implements Command {}

    /**
     * Open a client whose pool tells Micrometer about itself, run one untimed slice on it, and close it.
     *
     * @param open        what to open
     * @param warmUpNanos length of a slice before it that is not counted
     * @param nanos       length of the slice
     * @param seed        where the parameters are drawn from
     */
    record Meter(Open open, long warmUpNanos, long nanos, long seed) implements Command {}

    /** Run SQL statements on an administrative raw-wire connection and answer the rows of the last. */
    record Sql(Endpoint endpoint, List<String> statements) implements Command {}

    /**
     * Say what the cells of the checkout that this process was started on depend on. It needs no jars of a client and no
     * database.
     *
     * @param schema the form of the answer, {@link Description#SCHEMA}; a fork that describes in another form fails
     */
    record Describe(int schema) implements Command {}

    /** Have a project's own code put its data back to what it was filled with. */
    record Reset() implements Command {}

    /** Close the client with all its connections, if one is open; the fork goes on. */
    record Shut() implements Command {}

    /** Close everything and end the process with exit code 0. */
    record Close() implements Command {}
}
