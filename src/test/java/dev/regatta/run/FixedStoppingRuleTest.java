package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Progress;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

@Execution(ExecutionMode.CONCURRENT)
class FixedStoppingRuleTest {

    @Test
    void everySetIsAsLongAsThoseOfARace() {
        assertThat(sets(SimulatedCell.duel(1))).containsExactly(128, 128, 128);
    }

    /** Of operations that take so long that few end in a slice. */
    @Test
    void whereTheTailBindsASetIsAsLongAsThereToo() {
        SimulatedCell slow = SimulatedCell.duel(1).operations(5);
        assertThat(FixedStoppingRule.tailBinds(slow.after(128))).isTrue();
        assertThat(sets(slow)).containsExactly(384, 384, 384);
    }

    /** A value of the 95th percentile rests on 200 operations: 20 slices of 10, or 8 of 25. */
    @Test
    void theTailBindsWhereItIsMergedOverMoreThanEightSlices() {
        assertThat(FixedStoppingRule.tailBinds(slices(10))).isTrue();
        assertThat(FixedStoppingRule.tailBinds(slices(22))).as("200 / 22 is more than 9").isTrue();
        assertThat(FixedStoppingRule.tailBinds(slices(27))).as("200 / 27 is less than 8").isFalse();
        assertThat(FixedStoppingRule.tailBinds(slices(1250))).isFalse();
    }

    private static CellMeasurement slices(double operations) {
        return SimulatedCell.duel(1).operations(operations).noise(0, 0, 0).forks(0).after(16);
    }

    /** A baseline of operations is measured without another arm. */
    @Test
    void whatRacesAloneIsMeasuredAsLong() {
        assertThat(FixedStoppingRule.tailBinds(SimulatedCell.book(1).operations(10).noise(0, 0, 0).forks(0).after(16)))
                .isTrue();
    }

    @Test
    void nothingIsNoMeasurement() {
        assertThatThrownBy(() -> new FixedStoppingRule(0, 3)).isInstanceOf(IllegalArgumentException.class);
    }

    /** How many pairs each set gets, with the slices of a simulated cell. */
    private static List<Integer> sets(SimulatedCell cell) {
        var rule = new FixedStoppingRule(128, 3);
        var sets = new Progress(rule);
        var pairs = new ArrayList<Pair>();
        boolean decided = false;
        while (!decided && sets.begin(pairs.size())) {
            while (!decided && sets.goesOn(pairs.size())) {
                CellMeasurement measured = cell.after(pairs.size() + 1);
                pairs.add(new Pair(sets.number(), measured.pairs().getLast().slices()));
                if (rule.looks().contains(pairs.size())) {
                    var ruling = rule.rule(Measured.paired(measured, pairs));
                    decided = ruling.decided();
                    sets.ruled(ruling);
                }
            }
        }
        return pairs.stream().collect(Collectors.groupingBy(Pair::set, TreeMap::new, Collectors.counting())).values()
                .stream().map(Long::intValue).toList();
    }
}
