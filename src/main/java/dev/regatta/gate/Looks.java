package dev.regatta.gate;

import dev.regatta.analysis.FamilyError;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.stats.AlphaSpending;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The planned looks: after how many pairs what may be decided. */
public final class Looks {

    /** A race may be decided after any of these numbers of pairs. */
    public static final List<Integer> PLANNED = List.of(8, 16, 32, 48, 64, 80, 96, 128, 160, 192, 256, 320, 384, 448,
            512,
            640, 768, 896, 1024, 1280, 1536, 1792, 2048, 2560, 3072);

    /** A short check may be decided after any of these numbers of pairs. */
    public static final List<Integer> SHORT = IntStream.rangeClosed(1, 48).map(look -> 16 * look).boxed().toList();

    /**
     * How many pairs each stage of a duel has; a stage is a set of fresh forks. The number of pairs per set that buys
     * most precision in a second is {@code sqrt((c_f / c_p) (s_p^2 / s_f^2))}, with the cost c of a fork and a pair and
     * their variances s^2 (Kalibera and Jones, "Rigorous benchmarking in reasonable time", ISMM 2013): 80 on a quiet
     * machine, 290 on a noisy one.
     */
    public static final List<Integer> DUEL_STAGES = Collections.nCopies(24, 128);

    /** How many pairs each stage of a short check has: pairs are cheap beside another set of forks. */
    public static final List<Integer> SHORT_STAGES = List.of(512, 128, 128);

    /** No verdict rests on fewer pairs. */
    public static final int FIRST = 8;

    /** No cell is measured longer. */
    public static final int LAST = 3072;

    /** After so many pairs a standstill is suspected, and fresh forks are asked for to confirm it. */
    public static final int STANDSTILL_SUSPICION = 4;

    /** After so many pairs a collapse is suspected, and fresh forks are asked for to confirm it. */
    public static final int SUSPICION = 8;

    /** The look at which a collapse that two sets of forks agree on ends a measurement. */
    static final int COLLAPSE = 16;

    /**
     * What is worse on any machine, whatever the times are, is only timed for an estimate of its cost. So many pairs
     * are enough for that.
     */
    public static final int ESTIMATE = 64;

    /** The look at which a gross change may end a measurement early. */
    static final int GROSS = 192;

    /** No loss below a gross one fails before. */
    static final int FIRST_FAILURE = 512;

    /** The trimmed mean of fewer values (blocks of the tail) is not looked at. */
    static final int FEWEST_VALUES = 6;

    /** A value of the tail that is merged over more slices rests on few operations of each. */
    private static final int MANY_SLICES = 8;

    private Looks() {
    }

    /**
     * Whether the tail decides how long a race takes, because few operations end in a slice. Its precision then grows
     * with the number of operations, and hardly with the number of forks.
     */
    public static boolean tailBinds(CellMeasurement measurement) {
        return PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, Arm.BASELINE).tail().slicesPerBlock() > MANY_SLICES;
    }

    /**
     * The error of one hypothesis and the looks that may spend it: a fifth each at 512 and 1024 pairs, three tenths
     * each at 2048 and 3072.
     *
     * @param hypotheses how many (cell, metric) hypotheses the run judges
     */
    static AlphaSpending failures(int hypotheses) {
        return AlphaSpending.of(FamilyError.OF_A_RUN, hypotheses,
                new TreeMap<>(Map.of(FIRST_FAILURE, 0.2, 1024, 0.2, 2048, 0.3, LAST, 0.3)));
    }
}
