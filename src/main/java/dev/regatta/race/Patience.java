package dev.regatta.race;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Timetable;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;

/**
 * How long an arm of a duel is waited for until its set has come to a look: beyond the length of what it was
 * asked for, for checking, warming up and the first pairs together. An arm whose operations take seconds would take
 * minutes for them. If it has used up its time, or will with the next command, and kept waiting several times as long as
 * the other arm, the set is given up. Of either arm the longest wait is left out: a caller that its pool overlooked once waits
 * for seconds, and the next operations of the same release take milliseconds again.
 */
final class Patience {

    /** As long as one operation may take. */
    static final Duration LONGEST = Duration.ofSeconds(20);

    private final int set;
    private final Map<Arm, LongSummaryStatistics> waits = new EnumMap<>(Arm.class);

    Patience(int set) {
        this.set = set;
    }

    /** Notes how long an arm took for one command, beyond the length that this has. */
    void waited(Arm arm, long nanos) {
        waits.computeIfAbsent(arm, first -> new LongSummaryStatistics()).accept(Math.max(1, nanos));
    }

    /** Why the set is given up; empty while it is not. It is asked when both arms have done the same. */
    Optional<Standstill> over() {
        return over(Arm.CANDIDATE, Arm.BASELINE).or(() -> over(Arm.BASELINE, Arm.CANDIDATE));
    }

    private Optional<Standstill> over(Arm slow, Arm other) {
        if (!waits.keySet().containsAll(List.of(slow, other))) {
            return Optional.empty();
        }
        long waited = butLongest(slow);
        long beside = butLongest(other);
        return waited > 0 && beside > 0 && waited + waits.get(slow).getMin() > LONGEST.toNanos()
                && waited >= Timetable.FAR * beside
                        ? Optional.of(new Standstill(slow, set, waited, beside))
                        : Optional.empty();
    }

    private long butLongest(Arm arm) {
        return waits.get(arm).getSum() - waits.get(arm).getMax();
    }
}
