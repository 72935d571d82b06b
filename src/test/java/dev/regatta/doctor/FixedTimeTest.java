package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Looks;
import dev.regatta.gate.SimulatedCell;
import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicLong;

class FixedTimeTest {

    private static final long SECOND = 1_000_000_000;

    private final AtomicLong now = new AtomicLong();
    private final FixedTime stoppingRule = new FixedTime(60 * SECOND, now::get);

    @Test
    void itEndsWithItsTimeAndNotBefore() {
        now.set(59 * SECOND);
        assertThat(decidedAfter(40)).isFalse();
        now.set(60 * SECOND);
        assertThat(decidedAfter(40)).isTrue();
    }

    @Test
    void freshForksThatWouldNotGetToRaceAreNotStarted() {
        now.set(45 * SECOND);
        assertThat(decidedAfter(128)).isFalse();
        now.set(50 * SECOND);
        assertThat(decidedAfter(127)).isFalse();
        assertThat(decidedAfter(128)).isTrue();
    }

    @Test
    void fewerPairsThanTheFirstLookAreNeverEnough() {
        assertThat(stoppingRule.fewestPairs()).isEqualTo(Looks.FIRST);
        assertThat(stoppingRule.looks()).contains(Looks.FIRST, 17, Looks.LAST).doesNotContain(Looks.FIRST - 1);
        assertThat(stoppingRule.sets()).hasSize(24).containsOnly(128);
    }

    private boolean decidedAfter(int pairs) {
        return stoppingRule.rule(SimulatedCell.duel(1).after(pairs)).decided();
    }
}
