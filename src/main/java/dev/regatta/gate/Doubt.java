package dev.regatta.gate;

import dev.regatta.protocol.Change;
import dev.regatta.protocol.Fingerprint;

import java.util.List;
import java.util.Locale;

/** Why a sound measurement says too little, or has nothing to be compared with. */
public sealed interface Doubt {

    /** The doubt in a few words, which stand behind the verdict's name. */
    default String word() {
        return switch (this) {
            case Undecided(End end) -> end == End.ALL_PAIRS ? "all pairs used" : end.name().toLowerCase(Locale.ROOT);
            case Noisy noisy -> "noisy";
            case Unreached unreached -> "budget";
            case TooFew few -> "budget";
            case Unread unread -> "reading missing";
            case BesideClaim beside -> beside.rest().word();
            case Incomparable far -> "nothing comparable";
            case NoYardstick none -> "nothing comparable";
        };
    }

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
     * @param lost what is declared, with the claim that covers it
     * @param rest what is in doubt
     */
    record BesideClaim(Verdict.Regressed lost, Doubt rest) implements Doubt {}

    /**
     * There is a baseline, but of too different an environment.
     *
     * @param now    where the cell was measured
     * @param stored the environments that the baseline has
     */
    record Incomparable(Fingerprint now, List<Fingerprint> stored) implements Doubt {

        /** Copies the list. */
        public Incomparable {
            stored = List.copyOf(stored);
        }
    }

    /**
     * Inputs changed, their old form is not available, and no raw wire runs the workload.
     *
     * @param changed the inputs, each as old -> new
     */
    record NoYardstick(List<Change> changed) implements Doubt {

        /** Copies the list. */
        public NoYardstick {
            changed = List.copyOf(changed);
        }
    }

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
