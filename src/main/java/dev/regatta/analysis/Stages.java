package dev.regatta.analysis;

import java.util.List;

/**
 * Where a measurement stands in its stages. A stage is a set of fresh forks. The stopping rule plans how many pairs
 * each has at most, and each of its looks may end a stage early.
 */
public final class Stages {

    private final List<Integer> plan;
    private final int most;
    private int number;
    private int end;

    /** A measurement that has begun no stage. */
    public Stages(StoppingRule rule) {
        plan = rule.stages();
        most = rule.mostPairs();
    }

    /**
     * Begins the next stage.
     *
     * @param pairs how many pairs were measured in all
     * @return false if there is none: the last stage is over, or as many pairs were measured as may be
     */
    public boolean begin(int pairs) {
        if (number == plan.size() || pairs >= most) {
            return false;
        }
        end = Math.min(most, pairs + plan.get(number++));
        return true;
    }

    /** The number of the stage, from 1; 0 before the first. */
    public int number() {
        return number;
    }

    /** Whether this stage has another pair. */
    public boolean goesOn(int pairs) {
        return pairs < end;
    }

    /** Takes in what a look says of this stage. */
    public void ruled(StoppingRule.Ruling ruling) {
        if (ruling.fresh()) {
            end = 0;
        }
    }
}
