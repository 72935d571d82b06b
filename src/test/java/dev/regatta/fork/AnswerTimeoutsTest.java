package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;

class AnswerTimeoutsTest {

    @Test
    void anOperationFarAwayMayTakeLonger() {
        var near = new AnswerTimeouts(Duration.ofSeconds(30), Duration.ZERO);
        assertThat(near.running(500_000_000)).isEqualTo(Duration.ofMillis(30_500));
        assertThat(near.checking(64)).isEqualTo(Duration.ofSeconds(60));
        // A batch of 100 inserts, each with a round trip of its own, on each of 64 connections in turn.
        var far = new AnswerTimeouts(Duration.ofSeconds(30), Duration.ofMillis(10));
        assertThat(far.checking(64)).isGreaterThan(Duration.ofMillis(64 * 100 * 10));
        assertThat(far.running(0)).isGreaterThan(Duration.ofMillis(30_000 + 200 * 10));
    }
}
