package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.WarmUp;
import dev.regatta.fork.WarmUpTest;
import dev.regatta.protocol.Arm;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What is drawn and decided before anything is timed. */
class CellRunTest {

    /** Whoever is always first starts on a machine that is always in the same state. */
    @Test
    void eachArmIsAsOftenTheFirst() {
        var first = new EnumMap<Arm, Integer>(Arm.class);
        var random = new Random(3);
        for (int draw = 0; draw < 3000; draw++) {
            first.merge(CellRun.shuffled(List.of(Arm.CANDIDATE, Arm.BASELINE, Arm.REFERENCE), random).getFirst(), 1,
                    Integer::sum);
        }
        // 1000 are expected of each, with a standard deviation of 26.
        assertThat(first.values()).hasSize(3).allMatch(count -> count > 870 && count < 1130);
    }

    /** An arm that only compiles for longer must not fail: the forks that confirm must have stopped getting faster. */
    @Test
    void onlyTheFirstForksMayEndTheirWarmUpEarlyWhileTheSlowerArmCompiles() {
        WarmUp fast = WarmUpTest.after(8, i -> 1000, 0);
        WarmUp compiling = WarmUpTest.after(8, i -> 100, 90);
        WarmUp slow = WarmUpTest.after(8, i -> 100, 0);
        assertThat(uneven(1, compiling, fast)).isTrue();
        assertThat(uneven(2, compiling, fast)).isFalse();
        assertThat(uneven(2, fast, compiling)).as("whichever arm it is").isFalse();
        assertThat(uneven(2, slow, fast)).isTrue();
        assertThat(uneven(2, fast, WarmUpTest.after(8, i -> 260, 0))).as("less than four times").isFalse();
        assertThat(CellRun.uneven(1, Map.of(Arm.CANDIDATE, slow, Arm.REFERENCE, fast))).as("no duel").isFalse();
    }

    private static boolean uneven(int set, WarmUp candidate, WarmUp baseline) {
        return CellRun.uneven(set, Map.of(Arm.CANDIDATE, candidate, Arm.BASELINE, baseline));
    }
}
