package dev.regatta.untimed;

import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.relay.Traffic;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

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

    /**
     * What tells one operation from another. As many connections may be opened by 8 that are lost and 9 new ones as by 9 and 8.
     */
    private static final Map<Counter, ToLongFunction<Block>> ORDER = new LinkedHashMap<>();

    static {
        for (Counter counter : List.of(Counter.CONNECTIONS, Counter.ROUND_TRIPS, Counter.BYTES_SENT,
                Counter.BYTES_RECEIVED)) {
            ORDER.put(counter, block -> CountingRelay.COUNTERS.get(counter).applyAsLong(block.traffic));
        }
    }

    private static final Map<Counter, ToLongFunction<Block>> FAILURES = Map.of(Counter.FAILURES, Block::failures);

    /**
     * The operation that stands for all of an arm that were counted one by one, with failures that stand for those of all. Operations
     * of one release differ by chance: a pool opens one connection more if another of its threads runs first, a caller that comes late
     * fails less, and a pool that looks after its connections every 10 ms does so twice or three times while nobody asks it. So the
     * median operation stands for a baseline, and for the candidate beside it the one most like that. The candidate then does more only
     * if each of its operations does. Where there is no baseline, the smallest stands for all.
     *
     * @param baseline what was counted of the baseline, for the candidate beside one
     */
    static Block standing(List<Block> each, Arm arm, Optional<Counts> baseline) {
        return one(each, arm, baseline, ORDER).failing(one(each, arm, baseline, FAILURES).failures);
    }

    private static Block one(List<Block> each, Arm arm, Optional<Counts> baseline,
            Map<Counter, ToLongFunction<Block>> order) {
        List<Block> sorted = each.stream().sorted(order.values().stream().map(Comparator::comparingLong)
                .reduce(Comparator::thenComparing).orElseThrow()).toList();
        if (arm == Arm.BASELINE) {
            return sorted.get((sorted.size() - 1) / 2);
        }
        return baseline.map(counts -> Collections.min(sorted, order.entrySet().stream()
                .map(entry -> Comparator.comparingDouble((Block block) -> counts.of(entry.getKey())
                        .map(count -> Math.abs(entry.getValue().applyAsLong(block) - count.perOperation()))
                        .orElse(0.0)))
                .reduce(Comparator::thenComparing).orElseThrow())).orElse(sorted.getFirst());
    }

    private Block failing(long times) {
        return new Block(operations, traffic, written, answers, times);
    }
}
