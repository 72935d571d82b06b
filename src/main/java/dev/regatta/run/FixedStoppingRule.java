package dev.regatta.run;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.gate.Looks;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures a fixed number of sets of forks, whatever they show. Noise is recorded with it, so a set is as long as in a
 * race: where the tail binds, a race stays with its forks.
 *
 * @param pairsPerStage pairs of each stage; {@value Looks#LONGEST_SET} at most where the tail binds
 * @param replicas      stages, each a set of fresh forks
 */
public record FixedStoppingRule(int pairsPerStage, int replicas) implements StoppingRule {

    /** Checks that something is measured. */
    public FixedStoppingRule {
        if (pairsPerStage < 1 || replicas < 1) {
            throw new IllegalArgumentException(
                    "at least one pair in one stage, got " + pairsPerStage + " in " + replicas + " stages");
        }
    }

    @Override
    public Set<Integer> looks() {
        return IntStream.rangeClosed(1, mostPairs()).filter(look -> look % pairsPerStage == 0).boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public int fewestPairs() {
        return pairsPerStage * replicas;
    }

    @Override
    public List<Integer> stages() {
        return Collections.nCopies(replicas, longest());
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        int stage = soFar.pairs().getLast().stage();
        long ofStage = soFar.pairs().stream().filter(pair -> pair.stage() == stage).count();
        boolean whole = ofStage >= (Looks.tailBinds(soFar) ? longest() : pairsPerStage);
        return new Ruling(whole && stage >= replicas, whole ? "recorded" : "recording", whole);
    }

    private int longest() {
        return Math.max(pairsPerStage, Looks.LONGEST_SET / pairsPerStage * pairsPerStage);
    }
}
