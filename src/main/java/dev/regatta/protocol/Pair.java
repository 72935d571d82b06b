package dev.regatta.protocol;

import java.util.List;

/**
 * The slices of all arms of one round, in the (random) order in which they ran.
 *
 * @param set  its number, from 1: all arms of a set run in JVMs started for it
 * @param slices one slice per arm, in run order
 */
public record Pair(int set, List<ArmSlice> slices) {

    /** Checks that no arm appears twice. */
    public Pair {
        slices = List.copyOf(slices);
        if (set < 1 || slices.stream().map(ArmSlice::arm).distinct().count() != slices.size()) {
            throw new IllegalArgumentException("a pair of set " + set + " holds each arm at most once: "
                    + slices.stream().map(ArmSlice::arm).toList());
        }
    }

    /**
     * The slice of {@code arm}.
     *
     * @throws IllegalArgumentException if that arm did not run
     */
    public ArmSlice of(Arm arm) {
        return slices.stream().filter(slice -> slice.arm() == arm).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no slice of the " + arm + " arm in this pair"));
    }
}
