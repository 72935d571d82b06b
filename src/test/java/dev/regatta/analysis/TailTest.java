package dev.regatta.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TailTest {

    @Test
    void isThe99thPercentileWhereEightSlicesHoldTenOperationsAboveIt() {
        assertThat(Tail.forOperations(1_200)).isEqualTo(new Tail(99, 1));
        assertThat(Tail.forOperations(400)).isEqualTo(new Tail(99, 3));
        assertThat(Tail.forOperations(125)).isEqualTo(new Tail(99, 8));
    }

    @Test
    void isThe95thBelowThatOverAsManySlicesAsItNeeds() {
        assertThat(Tail.forOperations(124.9)).isEqualTo(new Tail(95, 2));
        assertThat(Tail.forOperations(15.5)).isEqualTo(new Tail(95, 13));
        assertThat(Tail.forOperations(0.2)).isEqualTo(new Tail(95, 200));
    }
}
