package dev.regatta.protocol;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What was observed from outside the fork while a slice ran; an absent reading is empty, never zero. What others took
 * is read over the slice and, where that is short, the fifth of a second up to its end.
 *
 * @param elapsedNanos           wall time between the two readings around the slice
 * @param serverCpuNanos         CPU time of the database's processes
 * @param foreignOnClientCpus    share (0 to 1) of the client CPUs' time used by others than the forks
 * @param foreignOnDatabaseCpus  share (0 to 1) of the database CPUs' time used by others than the database
 * @param steal                  share (0 to 1) of the time of the CPUs raced on that the hypervisor or a CPU quota took
 * @param probeLateNanos         how late a sleep of 1 ms before the slice ended
 */
public record Surroundings(long elapsedNanos, OptionalLong serverCpuNanos, OptionalDouble foreignOnClientCpus,
        OptionalDouble foreignOnDatabaseCpus, OptionalDouble steal, long probeLateNanos) {}
