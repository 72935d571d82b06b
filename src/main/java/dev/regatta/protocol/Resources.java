package dev.regatta.protocol;

/**
 * What a fork used during one slice beside CPU time: differences of two readings, one right before the slice and one right
 * after it, both outside what is timed.
 *
 * @param allocatedBytes   bytes of Java heap that all threads allocated, those that have ended and the carriers of virtual
 *                         threads included: {@code com.sun.management.ThreadMXBean.getTotalThreadAllocatedBytes()}. Memory
 *                         outside the heap is not in it
 * @param contextSwitches  how often a thread was put on a CPU: the third field of {@code /proc/self/task/*}{@code /schedstat},
 *                         over the threads alive at the slice's end
 * @param collections      garbage collections, of all collectors
 * @param collectionMillis milliseconds they took
 */
public record Resources(long allocatedBytes, long contextSwitches, long collections, long collectionMillis) {

    /** Checks the ranges. */
    public Resources {
        if (allocatedBytes < 0 || contextSwitches < 0 || collections < 0 || collectionMillis < 0) {
            throw new IllegalArgumentException(allocatedBytes + " bytes allocated, " + contextSwitches
                    + " context switches and " + collections + " collections of " + collectionMillis
                    + " ms are not a reading");
        }
    }
}
