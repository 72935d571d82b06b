package dev.regatta.protocol;

import java.util.List;

/**
 * How often virtual threads were pinned to their carriers in one untimed slice.
 *
 * @param parks        parks during which the thread stayed on its carrier, however short:
 *                     {@code jdk.VirtualThreadPinned}
 * @param operations   operations of the slice
 * @param submitFailed {@code jdk.VirtualThreadSubmitFailed}: threads the scheduler did not take, after which they may
 *                     never run
 * @param stacks       where the parks happened, the most frequent first; the rare ones may be left out
 * @param traces       what {@code -Djdk.tracePinnedThreads} printed on JDK 21 to 23, each different trace once
 */
public record Pins(long parks, long operations, long submitFailed, List<PinnedStack> stacks, List<PinnedStack> traces) {

    /** Checks the ranges. */
    public Pins {
        stacks = List.copyOf(stacks);
        traces = List.copyOf(traces);
        if (parks < 0 || operations < 0 || submitFailed < 0) {
            throw new IllegalArgumentException(parks + " pinned parks in " + operations + " operations and "
                    + submitFailed + " failed submissions are not a reading");
        }
    }

    /** Pinned parks per operation; NaN when no operation ended. */
    public double perOperation() {
        return operations == 0 ? Double.NaN : (double) parks / operations;
    }
}
