package dev.regatta.analysis;

import java.util.List;

/**
 * Where a measurement stands in its stages. A stage is a set of fresh forks. The stopping rule plans how many pairs
 * each has, and each of its looks may end a stage early or prolong it.
 */
public final class Stages {

    private final List<Integer> plan;
    private final int planned;
    private int number;
    private int end;
    private int longest;
    private boolean confirming;
    private boolean staying;

    /** A measurement that has begun no stage. */
    public Stages(StoppingRule rule) {
        plan = rule.stages();
        planned = plan.stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Begins the next stage.
     *
     * @param pairs how many pairs were measured in all
     * @return false if there is none: the last stage is over, or as many pairs were measured as all stages have
     */
    public boolean begin(int pairs) {
        if (number == plan.size() || pairs >= planned) {
            return false;
        }
        int pairsOfStage = plan.get(number++);
        longest = Math.min(planned, pairs + StoppingRule.Ruling.LONGER * pairsOfStage);
        // A suspicion ends the first stage early. If it was wrong, the last stage measures the missing pairs.
        end = number == plan.size() ? planned : pairs + pairsOfStage;
        confirming = false;
        staying = false;
        return true;
    }

    /** The number of the stage, from 1; 0 before the first. */
    public int number() {
        return number;
    }

    /** Whether this stage has another pair. */
    public boolean goesOn(int pairs) {
        return !confirming && pairs < (staying ? longest : end);
    }

    /** Takes in what a look says of this stage. */
    public void ruled(StoppingRule.Ruling ruling) {
        confirming = ruling.confirm();
        staying = ruling.stay();
    }
}
