package dev.regatta.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** What a fork answers: one JSON line on its standard output. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "answer")
@JsonSubTypes({@JsonSubTypes.Type(value = Answer.Ready.class, name = "ready"),
        @JsonSubTypes.Type(value = Answer.Opened.class, name = "opened"),
        @JsonSubTypes.Type(value = Answer.Checked.class, name = "checked"),
        @JsonSubTypes.Type(value = Answer.Ran.class, name = "ran"),
        @JsonSubTypes.Type(value = Answer.Offered.class, name = "offered"),
        @JsonSubTypes.Type(value = Answer.Recorded.class, name = "recorded"),
        @JsonSubTypes.Type(value = Answer.Inspected.class, name = "inspected"),
        @JsonSubTypes.Type(value = Answer.Profiled.class, name = "profiled"),
        @JsonSubTypes.Type(value = Answer.Metered.class, name = "metered"),
        @JsonSubTypes.Type(value = Answer.Rows.class, name = "rows"),
        @JsonSubTypes.Type(value = Answer.Described.class, name = "described"),
        @JsonSubTypes.Type(value = Answer.Failed.class, name = "failed"),
        @JsonSubTypes.Type(value = Answer.Reset.class, name = "reset"),
        @JsonSubTypes.Type(value = Answer.Shut.class, name = "shut"),
        @JsonSubTypes.Type(value = Answer.Closed.class, name = "closed")})
public sealed interface Answer {

    /** The process is up; said once, unasked. */
    record Ready(long pid, String jdk) implements Answer {}

    /**
     * The client is open.
     *
     * @param driverJar    file name of the jar the driver class was loaded from
     * @param driverSha256 checksum of that file, computed by the fork
     * @param parts        where a class of each root of the stack was loaded from, the driver or what lies over it
     *                     first; none for the raw wire
     */
    record Opened(String driverJar, String driverSha256,
            List<Loaded> parts) implements Answer {}

    /**
     * Where a part of the stack was loaded from.
     *
     * @param module {@code group:artifact} that it is of
     * @param type   the name of the class
     * @param jar    file name of the jar
     * @param sha256 checksum of that file, computed by the fork
     */
    record Loaded(String module, String type, String jar, String sha256) {}

    /**
     * The checked operations ended.
     *
     * @param digest  digest over the digests of all of them, in order
     * @param wrong   how many did not have the expected digest
     * @param problem the first wrong one in words, or empty
     * @param allocatedBytes bytes of heap that all threads allocated meanwhile; empty where the JVM does not count them
     * @param failures how often callers failed and came back, where that is a part of the workload
     */
    record Checked(long digest, int wrong, String problem,
            Optional<Long> allocatedBytes, long failures) implements Answer {}

    /**
     * The slice ended.
     *
     * @param processNanos CPU time of the whole process since its last slice, with what it took to answer; empty for
     *                     the first slice
     */
    record Ran(Slice slice,
            Optional<Long> processNanos) implements Answer {}

    /**
     * The slice in which operations were due at fixed times ended.
     *
     * @param processNanos as in {@link Ran}
     */
    record Offered(Offering offering, Optional<Long> processNanos) implements Answer {}

    /**
     * The recorded slice ended.
     *
     * @param slice   the slice; its times say nothing, because recording takes time
     * @param ownSeen whether the recorder saw the pin it planted itself; otherwise {@code pins} proves nothing
     * @param pins    what else it saw
     */
    record Recorded(Slice slice, boolean ownSeen, Pins pins) implements Answer {}

    /** What the fork occupies. */
    record Inspected(Footprint footprint) implements Answer {}

    /**
     * The sampled slice ended.
     *
     * @param slice   the slice; its times say little, because sampling takes time
     * @param samples what was seen
     */
    record Profiled(Slice slice, StackSamples samples) implements Answer {}

    /**
     * The slice on a client with meters ended.
     *
     * @param slice the slice; its times say little, because the meters take time
     * @param told  what the pool told
     */
    record Metered(Slice slice, SortedMap<Counter, Count> told) implements Answer {}

    /** The rows of the last statement, every value as text. */
    record Rows(List<List<String>> rows) implements Answer {}

    /** What the checkout of this process says of itself. */
    record Described(Description description) implements Answer {}

    /**
     * The command failed; the fork goes on.
     *
     * @param problem one sentence, from the exception
     * @param trace   the stack trace
     */
    record Failed(String problem, String trace) implements Answer {}

    /** The data of a project's own code is what it was, if it knows how to. */
    record Reset() implements Answer {}

    /** No client is open. */
    record Shut() implements Answer {}

    /** Everything is closed; the process ends. */
    record Closed() implements Answer {}
}
