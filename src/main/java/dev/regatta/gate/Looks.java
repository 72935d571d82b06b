package dev.regatta.gate;

import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.stats.AlphaSpending;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The planned looks: after how many pairs what may be decided. */
public final class Looks {

    /** A cell may pass after any of these numbers of pairs. */
    public static final List<Integer> PLANNED = List.of(16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 448, 512,
            576, 640, 704, 768, 896, 1024);

    /**
     * How many pairs each stage of a duel has; a stage is a set of fresh forks. A larger stage saves warm-ups, but at each look
     * fewer forks stand behind the mean: the self-check catches most with these, whether many cells race or one (docs/gate.md).
     * Four forks stand behind the first look that may fail, at 256 pairs.
     */
    public static final List<Integer> DUEL_STAGES = Collections.nCopies(16, 64);

    /**
     * How many pairs each stage against the book has: what differs between runs counts once there, and a second fork helps
     * little; three forks stand behind the first look that may fail, at 256 pairs.
     */
    public static final List<Integer> BOOK_STAGES = List.of(128, 64, 64, 256, 512);

    /** No verdict rests on fewer pairs. */
    public static final int FIRST = 16;

    /** No cell is measured longer. */
    public static final int LAST = 1024;

    /** After so many pairs a collapse is suspected, and fresh forks are asked for to confirm it. */
    public static final int SUSPICION = 8;

    /** The look at which a collapse that two sets of forks agree on ends a measurement. */
    static final int COLLAPSE = 16;

    /** The look at which a gross change may end a measurement early. */
    static final int GROSS = 128;

    /** The trimmed mean of fewer values (blocks of the tail) is not looked at. */
    static final int FEWEST_VALUES = 6;

    private Looks() {
    }

    /**
     * The error of one hypothesis and the looks that may spend it: a fifth at 256 pairs, three tenths at 512, half at 1024.
     *
     * @param hypotheses how many (cell, metric) hypotheses the run judges
     */
    static AlphaSpending failures(int hypotheses) {
        return AlphaSpending.of(BaselineUpdate.FAMILY_ERROR, hypotheses,
                new TreeMap<>(Map.of(256, 0.2, 512, 0.3, 1024, 0.5)));
    }
}
