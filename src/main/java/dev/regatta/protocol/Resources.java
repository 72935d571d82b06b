package dev.regatta.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * What a fork used during one slice beside its CPU time, and what of that its compilers used: differences of two
 * readings, one right before the slice and one right after it, both outside what is timed.
 *
 * @param allocatedBytes   bytes of Java heap that all threads allocated, those that have ended and the carriers of
 *                         virtual threads included:
 *                         {@code com.sun.management.ThreadMXBean.getTotalThreadAllocatedBytes()}. Memory outside the
 *                         heap is not in it
 * @param contextSwitches  how often a thread was put on a CPU: the third field of
 *                         {@code /proc/self/task/*}{@code /schedstat}, over the threads alive at the slice's end
 * @param collections      garbage collections, of all collectors
 * @param collectionMillis milliseconds they took
 * @param unseenCpuNanos   CPU time since the fork's slice before this one that is in no slice's {@code cpuNanos}: of
 *                         threads that ended, what no reading saw. It is a difference of ticks of 10 ms and may be
 *                         negative: the sum over neighbouring slices of a fork is right to
 *                         {@link #UNSEEN_TOLERANCE_NANOS}. Empty where the CPU time of the process cannot be read
 * @param compilerNanos    how much of the slice's {@code cpuNanos} the JIT compilers used, at least 0. Empty where that
 *                         is told in ticks, which are too coarse to leave it out, and in older recordings
 */
public record Resources(long allocatedBytes, long contextSwitches, long collections, long collectionMillis,
        Optional<Long> unseenCpuNanos, Optional<Long> compilerNanos) {

    /**
     * How far a sum of {@link #unseenCpuNanos()} over a fork may be off: user and system time are each cut to ticks of
     * 10 ms.
     */
    public static final long UNSEEN_TOLERANCE_NANOS = 20_000_000;

    /** Checks the ranges. */
    public Resources {
        Objects.requireNonNull(unseenCpuNanos);
        Objects.requireNonNull(compilerNanos);
        if (allocatedBytes < 0 || contextSwitches < 0 || collections < 0 || collectionMillis < 0
                || compilerNanos.orElse(0L) < 0) {
            throw new IllegalArgumentException(allocatedBytes + " bytes allocated, " + contextSwitches
                    + " context switches, " + collections + " collections of " + collectionMillis
                    + " ms and " + compilerNanos.orElse(0L) + " ns of compilers are not a reading");
        }
    }

    /** Resources of a fork that tells neither what it did not see nor what its compilers used. */
    public Resources(long allocatedBytes, long contextSwitches, long collections, long collectionMillis) {
        this(allocatedBytes, contextSwitches, collections, collectionMillis, Optional.empty(), Optional.empty());
    }
}
