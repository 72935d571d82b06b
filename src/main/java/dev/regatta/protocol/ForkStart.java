package dev.regatta.protocol;

import java.util.List;

/**
 * How one arm's JVM of one stage came to its first timed slice of this cell.
 *
 * @param arm           the arm
 * @param fork          the stage's number, from 1
 * @param pid           process id of the JVM
 * @param jdk           its {@code java.runtime.version}
 * @param code          the checkout its workloads and adapters come from, empty for Regatta's own
 * @param jars          the jars its driver was loaded from: file names with the SHA-256 found at run time
 * @param warmUpSlices  slices run before this cell's first timed one
 * @param steady        whether they ended without a trend (false: the cap was reached)
 */
public record ForkStart(Arm arm, int fork, long pid, String jdk, String code, List<String> jars,
        int warmUpSlices, boolean steady) {

    /** Copies the list. */
    public ForkStart {
        jars = List.copyOf(jars);
    }
}
