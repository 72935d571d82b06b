package dev.regatta.gate;

import java.util.List;

/** What was read beside the times, untimed: it is the same on any machine, and no noise excuses it. */
sealed interface Instrument permits Counters, PinnedParks {

    /** What increased beyond its slack; empty where nothing did, or nothing can be compared. */
    List<Cause> causes();

    /**
     * The readings that decide and that the baseline has, but that are missing for the candidate, each with its reason.
     * Whether the candidate has more is not known.
     */
    List<String> missing();

    /** What was seen, for the report; the same sentence wherever nothing was. */
    List<String> notes();
}
