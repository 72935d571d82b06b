package dev.regatta.run;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.gate.Looks;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures a fixed number of sets, whatever they show. Noise is recorded with it, so a set is as long as in a
 * race: where the tail binds, a race stays with its forks.
 *
 * @param pairsPerSet pairs of each set; {@value Looks#LONGEST_SET} at most where the tail binds
 * @param replicas      sets
 */
public record FixedStoppingRule(int pairsPerSet, int replicas) implements StoppingRule {

    /** A value of the tail that is merged over more slices rests on few operations of each. */
    private static final int MANY_SLICES = 8;

    /** Checks that something is measured. */
    public FixedStoppingRule {
        if (pairsPerSet < 1 || replicas < 1) {
            throw new IllegalArgumentException(
                    "at least one pair in one set, got " + pairsPerSet + " in " + replicas + " sets");
        }
    }

    @Override
    public Set<Integer> looks() {
        return IntStream.rangeClosed(1, mostPairs()).filter(look -> look % pairsPerSet == 0).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public int fewestPairs() {
        return pairsPerSet * replicas;
    }

    @Override
    public List<Integer> sets() {
        return Collections.nCopies(replicas, longest());
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        int set = soFar.pairs().getLast().set();
        long ofSet = soFar.pairs().stream().filter(pair -> pair.set() == set).count();
        boolean whole = ofSet >= (tailBinds(soFar) ? longest() : pairsPerSet);
        return new Ruling(whole && set >= replicas, whole ? "recorded" : "recording", whole);
    }

    private int longest() {
        return Math.max(pairsPerSet, Looks.LONGEST_SET / pairsPerSet * pairsPerSet);
    }

    /**
     * Whether the tail decides how long a race takes, because few operations end in a slice. Its precision then grows
     * with the number of operations, and hardly with the number of sets.
     */
    static boolean tailBinds(CellMeasurement measurement) {
        boolean alone = !PairedRatios.everyPairHolds(Arm.BASELINE, measurement.pairs());
        return PairedRatios.of(measurement.pairs(), Arm.CANDIDATE, alone ? Arm.CANDIDATE : Arm.BASELINE).tail()
                .slicesPerBlock() > MANY_SLICES;
    }
}
