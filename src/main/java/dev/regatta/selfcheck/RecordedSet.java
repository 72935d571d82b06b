package dev.regatta.selfcheck;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Timetable;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The forks of one set of a recorded cell in certain roles: because both arms ran the same recipe, either may play
 * the candidate.
 *
 * @param set        the number of the set
 * @param roles      which part each recorded arm plays; an arm without one sits out
 * @param rounds     the recorded slices pair by pair, in run order
 * @param starts     how the forks started, in their roles
 * @param correction what the candidate's readings are multiplied by, so that forks scatter as real forks do, and not as
 *                   the means of a few pairs do
 * @param mirrored   the same forks at the same distance from the centre, with the recorded arms the other way round; empty
 *                   where one arm alone plays the candidate
 */
record RecordedSet(int set, Map<Arm, Arm> roles, List<List<RecordedSlice>> rounds, List<ForkStart> starts,
        Factors correction, Optional<RecordedSet> mirrored) {

    /** The recorded slices of the arm that plays {@code role}, in run order. */
    List<RecordedSlice> playing(Arm role) {
        return rounds.stream().flatMap(List::stream).filter(slice -> roles.get(slice.arm()) == role).toList();
    }

    /** How long warming up took, with the rest of all arms together. */
    long warmUpNanos() {
        boolean rested = starts.stream().anyMatch(start -> start.warmUpSlices() > Timetable.REST_ROUND);
        return starts.stream().mapToLong(start -> start.warmUpSlices() * Timetable.WARM_UP_SLICE_NANOS).sum()
                + (rested ? Timetable.REST_NANOS : 0);
    }
}
