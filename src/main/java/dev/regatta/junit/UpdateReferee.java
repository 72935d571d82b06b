package dev.regatta.junit;

import dev.regatta.experiment.Referee;
import dev.regatta.protocol.CellMeasurement;

import java.util.Set;

/** Measures what a baseline needs: 48 pairs over three forks, whatever they say. */
final class UpdateReferee implements Referee {

    private static final int PAIRS = 48;

    @Override
    public Set<Integer> looks() {
        return Set.of(PAIRS);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        return new Ruling(soFar.pairs().size() >= PAIRS, soFar.pairs().size() + " of " + PAIRS + " pairs");
    }
}
