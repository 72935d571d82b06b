package dev.regatta.analysis;

import java.util.List;

/**
 * Where a measurement stands in its sets. A set is one fresh fork of each arm. The stopping rule plans how many pairs
 * each has at most, and each of its looks may end a set early.
 */
public final class Progress {

    private final List<Integer> plan;
    private final int most;
    private int number;
    private int end;

    /** A measurement that has begun no set. */
    public Progress(StoppingRule rule) {
        plan = rule.sets();
        most = rule.mostPairs();
    }

    /**
     * Begins the next set.
     *
     * @param pairs how many pairs were measured in all
     * @return false if there is none: the last set is over, or as many pairs were measured as may be
     */
    public boolean begin(int pairs) {
        if (number == plan.size() || pairs >= most) {
            return false;
        }
        end = Math.min(most, pairs + plan.get(number++));
        return true;
    }

    /** The number of the set, from 1; 0 before the first. */
    public int number() {
        return number;
    }

    /** Whether this set has another pair. */
    public boolean goesOn(int pairs) {
        return pairs < end;
    }

    /** Takes in what a look says of this set. */
    public void ruled(StoppingRule.Ruling ruling) {
        if (ruling.fresh()) {
            end = 0;
        }
    }
}
