package dev.regatta.gate;

import java.util.List;

/** Why a sound measurement says too little. */
public sealed interface Doubt {

    /** No look decided. */
    record Undecided(End end) implements Doubt {}

    /**
     * Too much else ran.
     *
     * @param words what was seen of it
     */
    record Noisy(String words) implements Doubt {}

    /** The time budget ended before the first pair. */
    record Unreached() implements Doubt {}

    /** The time budget ended before the first look. */
    record TooFew(int pairs, int needed) implements Doubt {}

    /**
     * An arm lacks a reading that decides and that the other arm or the baseline's files have.
     *
     * @param others  the verdict without it
     * @param missing what is missing, each with its reason
     */
    record Unread(VerdictKind others, List<String> missing) implements Doubt {

        /** Copies the list. */
        public Unread {
            missing = List.copyOf(missing);
        }
    }

    /**
     * The candidate is worse, the branch declares that, and something else is in doubt.
     *
     * @param lost  what is declared
     * @param claim declares it
     * @param rest  what is in doubt
     */
    record BesideClaim(Verdict.Regressed lost, StatedLoss claim, Doubt rest) implements Doubt {}

    /** When a measurement ended without a decision. */
    enum End {
        /** No more pairs are planned. */
        ALL_PAIRS,
        /** The time budget ended. */
        BUDGET,
        /** It was stopped. */
        STOPPED
    }
}
