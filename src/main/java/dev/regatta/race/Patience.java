package dev.regatta.race;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Standstill;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long an arm of a duel is waited for until its set has come to a look: beyond the length of what it was
 * asked for, for checking, warming up and the first pairs together. An arm whose operations take seconds would take
 * minutes for them. If it has used up its time, or will with the next command, and kept waiting several times as long as
 * the other arm, the set is given up.
 */
final class Patience {

    /** As long as one operation may take. */
    static final Duration LONGEST = Duration.ofSeconds(20);

    /** How many times as long as the other arm. */
    private static final double FAR = 4;

    private final int set;
    private final Map<Arm, Long> waited = new EnumMap<>(Arm.class);
    private final Map<Arm, Long> shortest = new EnumMap<>(Arm.class);

    Patience(int set) {
        this.set = set;
    }

    /** Notes how long an arm took for one command, beyond the length that this has. */
    void waited(Arm arm, long nanos) {
        waited.merge(arm, Math.max(1, nanos), Long::sum);
        shortest.merge(arm, nanos, Math::min);
    }

    /** Why the set is given up; empty while it is not. It is asked when both arms have done the same. */
    Optional<Standstill> over() {
        return over(Arm.CANDIDATE, Arm.BASELINE).or(() -> over(Arm.BASELINE, Arm.CANDIDATE));
    }

    private Optional<Standstill> over(Arm slow, Arm other) {
        return waited.containsKey(slow) && waited.containsKey(other)
                && waited.get(slow) + shortest.get(slow) > LONGEST.toNanos()
                && waited.get(slow) >= FAR * waited.get(other)
                        ? Optional.of(new Standstill(slow, set, waited.get(slow), waited.get(other)))
                        : Optional.empty();
    }
}
