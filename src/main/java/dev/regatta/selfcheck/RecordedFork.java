package dev.regatta.selfcheck;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ForkStart;

import java.util.List;
import java.util.Map;

/**
 * The forks of one stage of a recorded cell in certain roles: because both arms ran the same recipe, either may play the
 * candidate.
 *
 * @param roles      which part each recorded arm plays; an arm without one sits out
 * @param rounds     the recorded slices pair by pair, in run order
 * @param starts     how the forks started, in their roles
 * @param correction what the candidate is multiplied by so that forks stray as far as they really do, and not as far as
 *                   the mean of a few pairs does
 */
record RecordedFork(Map<Arm, Arm> roles, List<List<RecordedSlice>> rounds, List<ForkStart> starts, Change correction) {

    private static final long WARM_UP_SLICE_NANOS = 100_000_000;

    /** How long warming up took. */
    long warmUpNanos() {
        return starts.stream().mapToLong(start -> start.warmUpSlices() * WARM_UP_SLICE_NANOS).sum();
    }
}
