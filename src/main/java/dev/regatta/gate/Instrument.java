package dev.regatta.gate;

import dev.regatta.protocol.Counter;

import java.util.List;
import java.util.Optional;

/** What was read beside the times, untimed: it is the same on any machine, and no noise excuses it. */
sealed interface Instrument permits Counters, PinnedParks {

    /**
     * Why the candidate is worse by this reading.
     *
     * @param counter what was counted; empty for pinned parks
     * @param what  what there is more of, {@code 2.0 round trips per operation, was 1.0}
     * @param where where it happens, as the end of a sentence; empty where that is not known
     * @param cost  whether it matters for what it costs here, so that a gain in time makes up for it; what costs more where
     *              the database is further away, or holds a thread up, is more than that
     */
    record Cause(Optional<Counter> counter, String what, String where, boolean cost) {}

    /** What there is more of than before, beyond its slack; empty where nothing is, or nothing can be compared. */
    List<Cause> causes();

    /**
     * What decides, was read of the baseline and could not be read of the candidate, each with its reason: whether there is
     * more of it nobody knows.
     */
    List<String> missing();

    /** What was seen, for the report; the same sentence wherever nothing was. */
    List<String> notes();
}
