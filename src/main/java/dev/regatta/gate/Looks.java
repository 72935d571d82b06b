package dev.regatta.gate;

import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.stats.AlphaSpending;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The planned looks: after how many pairs what may be decided. */
public final class Looks {

    /** A cell may pass after any of these numbers of pairs. */
    public static final List<Integer> PLANNED = List.of(12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 208, 256);

    /**
     * How many pairs each stage of a duel has; a stage is a set of fresh forks. Raced arms are decided by how their forks
     * differ and get fresh ones early; three forks stand behind the first look that may fail, at 64 pairs.
     */
    public static final List<Integer> DUEL_STAGES = List.of(16, 16, 32, 64, 128);

    /**
     * How many pairs each stage against the book has: what differs between runs counts once there, and a second fork helps
     * little; three forks stand behind the first look that may fail, at 64 pairs.
     */
    public static final List<Integer> BOOK_STAGES = List.of(32, 16, 16, 64, 128);

    /** No verdict rests on fewer pairs. */
    public static final int FIRST = 12;

    /** No cell is measured longer. */
    public static final int LAST = 256;

    /** After so many pairs a collapse is suspected, and fresh forks are asked for to confirm it. */
    public static final int SUSPICION = 8;

    /** The look at which a collapse that two sets of forks agree on ends a measurement. */
    static final int COLLAPSE = 16;

    /** The look at which a gross change may end a measurement early. */
    static final int GROSS = 32;

    /** The trimmed mean of fewer values (blocks of the tail) is not looked at. */
    static final int FEWEST_VALUES = 6;

    private Looks() {
    }

    /**
     * The error of one hypothesis and the looks that may spend it: a fifth at 64 pairs, three tenths at 128, half at 256.
     *
     * @param hypotheses how many (cell, metric) hypotheses the run judges
     */
    static AlphaSpending failures(int hypotheses) {
        return AlphaSpending.of(BaselineUpdate.FAMILY_ERROR, hypotheses,
                new TreeMap<>(Map.of(64, 0.2, 128, 0.3, 256, 0.5)));
    }
}
