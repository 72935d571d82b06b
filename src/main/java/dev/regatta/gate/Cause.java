package dev.regatta.gate;

import dev.regatta.protocol.Pins;

/** Why the candidate is worse by what was read beside the times. */
public sealed interface Cause {

    /**
     * Whether it matters for what it costs here, so that a gain in time makes up for it; what costs more where the database is
     * further away, or holds a thread up, is more than that.
     */
    boolean cost();

    /** A counter shows more than before. */
    record Counted(CountReading reading) implements Cause {

        @Override
        public boolean cost() {
            return !Counters.OF_THE_WAY.contains(reading.counter());
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
    }
}
