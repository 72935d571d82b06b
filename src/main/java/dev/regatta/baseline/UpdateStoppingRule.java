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
 * Measures what a baseline needs: two sets, whatever they say. Where too many of their slices were disturbed, further
 * sets follow, up to six: nothing is dropped, and what is still disturbed then is refused by the update.
 */
public final class UpdateStoppingRule implements StoppingRule {

    private static final int SETS = 6;

    @Override
    public Set<Integer> looks() {
        return IntStream.rangeClosed(BaselineUpdate.FEWEST_SETS, SETS)
                .mapToObj(set -> set * BaselineUpdate.PAIRS_PER_SET)
                .collect(Collectors.toSet());
    }

    @Override
    public List<Integer> sets() {
        return Collections.nCopies(SETS, BaselineUpdate.PAIRS_PER_SET);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        Disturbance disturbance = Disturbance.of(soFar.pairs(), PairedRatios.besideTheWire(soFar.pairs()));
        return new Ruling(!disturbance.excessive(),
                disturbance.excessive() ? disturbance.words() + ", going on" : "enough for a baseline");
    }
}
