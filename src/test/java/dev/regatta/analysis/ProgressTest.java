package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.CellMeasurement;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;

@Execution(ExecutionMode.CONCURRENT)
class ProgressTest {

    private static final StoppingRule.Ruling GOING_ON = new StoppingRule.Ruling(false, "");

    @Test
    void eachSetHasThePairsThatArePlanned() {
        assertThat(lengths(pairs -> GOING_ON, 10, 20, 5)).containsExactly(10, 20, 5);
    }

    @Test
    void aLookMayEndAStageBefore() {
        assertThat(lengths(pairs -> new StoppingRule.Ruling(false, "", pairs == 4), 10, 20, 5))
                .containsExactly(4, 20, 5);
    }

    @Test
    void noMoreThanTheMostPairsAreMeasured() {
        assertThat(lengths(25, pairs -> GOING_ON, 10, 20, 5)).containsExactly(10, 15);
    }

    /** How many pairs each set got, where every pair is followed by a look. */
    private static List<Integer> lengths(IntFunction<StoppingRule.Ruling> looks, Integer... plan) {
        return lengths(Integer.MAX_VALUE, looks, plan);
    }

    private static List<Integer> lengths(int most, IntFunction<StoppingRule.Ruling> looks, Integer... plan) {
        var sets = new Progress(new Plan(List.of(plan), most));
        var lengths = new ArrayList<Integer>();
        int pairs = 0;
        while (sets.begin(pairs)) {
            int before = pairs;
            assertThat(sets.number()).isEqualTo(lengths.size() + 1);
            while (sets.goesOn(pairs)) {
                sets.ruled(looks.apply(++pairs));
            }
            lengths.add(pairs - before);
        }
        return lengths;
    }

    private record Plan(List<Integer> sets, int mostPairs) implements StoppingRule {

        @Override
        public Set<Integer> looks() {
            return Set.of();
        }

        @Override
        public Ruling rule(CellMeasurement soFar) {
            return GOING_ON;
        }
    }
}
