package dev.regatta.gate;

import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Pins;

/** Why the candidate is worse by what was read beside the times. */
public sealed interface Cause {

    /**
     * Whether its only harm is the time that it costs here, so that a gain in time makes up for it. This is false for
     * what costs more where the database is further away, for errors that callers see, and for what holds a thread up.
     */
    boolean cost();

    /** What there is more of, now and before: {@code 2.0 round trips per operation, was 1.0}. */
    String words();

    /** A counter shows more than before. */
    record Counted(CountReading reading) implements Cause {

        @Override
        public boolean cost() {
            // The fastest pool is one that lends connections untried: that callers see more errors is no matter of time.
            return !Counters.OF_THE_WAY.contains(reading.counter()) && reading.counter() != Counter.FAILURES;
        }

        @Override
        public String words() {
            return reading.words();
        }
    }

    /**
     * Virtual threads were pinned more often.
     *
     * @param before pinned parks per operation
     */
    record Pinned(Pins now, double before) implements Cause {

        @Override
        public boolean cost() {
            return false;
        }

        @Override
        public String words() {
            return PinnedParks.number(now.perOperation()) + " pinned parks per operation, was "
                    + PinnedParks.number(before);
        }
    }
}
