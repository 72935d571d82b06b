package dev.regatta.baseline;

import dev.regatta.analysis.Disturbance;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures what a baseline needs: two stages, whatever they say. Where too many of their slices were disturbed, further
 * stages follow, up to six: nothing is dropped, and what is still disturbed then is refused by the update.
 */
public final class UpdateStoppingRule implements StoppingRule {

    private static final int STAGES = 6;

    @Override
    public Set<Integer> looks() {
        return IntStream.rangeClosed(BaselineUpdate.FEWEST_FORKS, STAGES)
                .mapToObj(stage -> stage * BaselineUpdate.PAIRS_PER_FORK)
                .collect(Collectors.toSet());
    }

    @Override
    public List<Integer> stages() {
        return Collections.nCopies(STAGES, BaselineUpdate.PAIRS_PER_FORK);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        Disturbance disturbance = Disturbance.of(soFar.pairs(), PairedRatios.besideTheWire(soFar.pairs()));
        return new Ruling(!disturbance.excessive(),
                disturbance.excessive() ? disturbance.words() + ", going on" : "enough for a baseline");
    }
}
