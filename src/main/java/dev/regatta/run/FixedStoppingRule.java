package dev.regatta.run;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Measures a fixed number of pairs, whatever they show. Noise is recorded with it.
 *
 * @param pairsPerStage pairs of each stage
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
        return Set.of(pairsPerStage * replicas);
    }

    @Override
    public List<Integer> stages() {
        return Collections.nCopies(replicas, pairsPerStage);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        return new Ruling(true, "recorded");
    }
}
