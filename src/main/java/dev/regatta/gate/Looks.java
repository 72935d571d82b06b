package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;

import java.util.List;
import java.util.stream.IntStream;

/** The planned looks: after how many pairs what may be decided. */
public final class Looks {

    /** A race may be decided after any of these numbers of pairs. */
    public static final List<Integer> PLANNED = List.of(8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 448,
            512, 640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072);

    /**
     * How many pairs each set of a short check has: pairs are cheap beside another set. Two undisturbed sets show a
     * collapse. Beside builds half of all sets are disturbed, but in 19 of 20 checks two of eight are not.
     */
    public static final List<Integer> SHORT_SETS = List.of(512, 128, 128, 128, 128, 128, 128, 128);

    /** A short check may be decided after any of these numbers of pairs, the last of which ends its last set. */
    public static final List<Integer> SHORT = IntStream
            .rangeClosed(1, SHORT_SETS.stream().mapToInt(pairs -> pairs).sum() / 16).map(look -> 16 * look).boxed()
            .toList();

    /** A short check that compares no times: one pair shows that operations succeed with all connections at once. */
    static final List<Integer> UNTIMED = List.of(1);

    /** About as many pairs as most sets of a duel have, for sets that are as long whatever they show. */
    public static final int USUAL_SET = 128;

    /** No set of a duel has more pairs than this. */
    public static final int LONGEST_SET = 384;

    /** No verdict rests on fewer pairs. */
    public static final int FIRST = 8;

    /** No cell is measured longer. */
    public static final int LAST = 3072;

    /** No race passes with fewer pairs: so few of one set are no race, however quiet they are. */
    static final int FIRST_PASS = 16;

    /** After every so many pairs a race asks whether a fresh set would tell more. */
    static final int SET_STEP = 16;

    /**
     * What is worse on any machine, whatever the times are, is only timed for an estimate of its cost. So many pairs
     * are enough for that.
     */
    public static final int ESTIMATE = 64;

    /** The trimmed mean of fewer values (blocks of the tail) is not looked at. */
    static final int FEWEST_VALUES = 6;

    private Looks() {
    }

    /**
     * The error that one hypothesis may spend at a planned look. Up to n pairs it may spend {@code sqrt(n / 3072)} of
     * its share in all (Kim and DeMets, "Design and analysis of group sequential tests based on the type I error
     * spending rate function", Biometrika 74, 1987), and a look spends what is new since the look before (Bonferroni, so
     * that it holds however looks depend on each other).
     *
     * @param hypotheses how many (cell, metric) hypotheses the run judges
     */
    static double error(int hypotheses, int look) {
        int before = PLANNED.stream().filter(earlier -> earlier < look).reduce(0, (first, second) -> second);
        return FamilyError.each(hypotheses) * (Math.sqrt(look) - Math.sqrt(before)) / Math.sqrt(LAST);
    }
}
