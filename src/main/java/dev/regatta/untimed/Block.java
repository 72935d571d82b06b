package dev.regatta.untimed;

import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.relay.Traffic;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;

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
    private static final List<Counter> ORDER = List.of(Counter.CONNECTIONS, Counter.ROUND_TRIPS, Counter.BYTES_SENT,
            Counter.BYTES_RECEIVED);

    /**
     * The operation that stands for all of an arm that were counted one by one, with failures that stand for those of all. Operations
     * of one release differ by chance: a pool opens one connection more if another of its threads runs first, a caller that comes late
     * fails less, and a pool that looks after its connections every 10 ms does so twice or three times while nobody asks it. So the
     * median operation stands for a baseline, and for the candidate beside it the one most like that. The candidate then does more only
     * if each of its operations does. Where there is no baseline, the smallest stands for all.
     *
     * <p>
     * What a pool sends by itself may come between two readings of one moment. Operations whose writes add up go before others.
     *
     * @param baseline what was counted of the baseline, for the candidate beside one
     */
    static Block standing(List<Block> each, Arm arm, Optional<Counts> baseline) {
        List<Block> clear = each.stream().filter(Block::addsUp).toList();
        return one(clear.isEmpty() ? each : clear, arm, baseline, ORDER)
                .failing(one(each, arm, baseline, List.of(Counter.FAILURES)).failures);
    }

    private static Block one(List<Block> each, Arm arm, Optional<Counts> baseline, List<Counter> order) {
        List<Block> sorted = each.stream().sorted(by(order, Block::count)).toList();
        if (arm == Arm.BASELINE) {
            return sorted.get((sorted.size() - 1) / 2);
        }
        return baseline.map(counts -> Collections.min(sorted, by(order, (block, counter) -> counts.of(counter)
                .map(count -> Math.abs(block.count(counter) - count.perOperation())).orElse(0.0))))
                .orElse(sorted.getFirst());
    }

    private boolean addsUp() {
        return written.isEmpty() || writes().isPresent();
    }

    /** How often the client's process wrote to the server; empty where that is not known. */
    Optional<Long> writes() {
        return written.flatMap(all -> all.to(answers, traffic.bytesSent()));
    }

    private static Comparator<Block> by(List<Counter> order, ToDoubleBiFunction<Block, Counter> size) {
        return order.stream()
                .map(counter -> Comparator.comparingDouble((Block block) -> size.applyAsDouble(block, counter)))
                .reduce(Comparator::thenComparing).orElseThrow();
    }

    private long count(Counter counter) {
        return counter == Counter.FAILURES ? failures : CountingRelay.COUNTERS.get(counter).applyAsLong(traffic);
    }

    private Block failing(long times) {
        return new Block(operations, traffic, written, answers, times);
    }
}
