package dev.regatta.gate;

import java.util.List;

/** What was read beside the times, untimed: it is the same on any machine, and no noise excuses it. */
sealed interface Instrument permits Counters, PinnedParks {

    /** What there is more of than before, beyond its slack; empty where nothing is, or nothing can be compared. */
    List<Cause> causes();

    /**
     * What could not be read of the candidate although it decides and was read of the baseline, each with its reason: whether
     * the candidate has more of it is not known.
     */
    List<String> missing();

    /** What was seen, for the report; the same sentence wherever nothing was. */
    List<String> notes();
}
