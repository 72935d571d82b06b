package dev.regatta.calls;

import java.util.Arrays;
import java.util.List;

/**
 * What one test called in one or more runs of the same code.
 *
 * @param least the smallest numbers
 * @param most  the largest numbers
 */
record Runs(Calls least, Calls most) {

    /** One run. */
    static Runs of(Calls calls) {
        return new Runs(calls, calls);
    }

    /** With one run more. */
    Runs and(Calls calls) {
        return new Runs(least.least(calls), most.most(calls));
    }

    /** What was not the same in all of them; bytes count when they differ by more than a tenth. */
    List<CallCount> varying() {
        return Arrays.stream(CallCount.values()).filter(count -> count.more(most.of(count), least.of(count))).toList();
    }
}
