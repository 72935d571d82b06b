package dev.regatta.untimed;

import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.relay.Traffic;

import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Operations that were counted together.
 *
 * @param operations how many
 * @param traffic    what they sent
 * @param written    what the client's process wrote meanwhile
 * @param answers    the part of it that was answers to the judging JVM
 * @param failures   how often callers failed, where that is a part of the workload
 */
record Block(int operations, Traffic traffic, Optional<SystemWrites> written, SystemWrites answers, long failures) {

    /** How often the client's process wrote to the server; empty where the system does not tell, or the bytes do not add up. */
    Optional<Long> writes() {
        return written.flatMap(all -> all.to(answers, traffic.bytesSent()));
    }

    /**
     * Of one thing that was counted in each block by itself, the count that stands for all. Operations of one release differ by
     * chance: a pool opens one connection more if another of its threads runs first, a caller that comes late fails less, and a pool
     * that looks after its connections every 10 ms does so three times or more while nobody asks it. So the median stands for a
     * baseline, and for the candidate beside it what is nearest to that between the least and the most that one of its blocks does.
     * The candidate then does more only if each of its blocks does more than the baseline's median. Where there is no baseline, the
     * smallest stands for all.
     *
     * @param each     at least one
     * @param baseline what stands for the baseline, for the candidate beside one
     */
    static long standing(List<Long> each, Arm arm, Optional<Double> baseline) {
        long least = Collections.min(each);
        return arm == Arm.BASELINE
                ? each.stream().sorted().toList().get((each.size() - 1) / 2)
                : baseline.map(before -> Math.clamp(Math.round(before), least, Collections.max(each))).orElse(least);
    }
}
