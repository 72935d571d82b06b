package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

class BoundedTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    @Test
    void anAnswerIsPassedOn() {
        assertThat(Bounded.<String>call("the engine", LIMIT, () -> "28.2")).isEqualTo("28.2");
    }

    @Test
    void whatTheCallThrowsIsThrown() {
        assertThatThrownBy(() -> Bounded.call("the engine", LIMIT, () -> {
            throw new IllegalArgumentException("no such image");
        })).isInstanceOf(IllegalArgumentException.class).hasMessage("no such image");
        assertThatThrownBy(() -> Bounded.call("the engine", LIMIT, () -> {
            throw new IOException("broken pipe");
        })).isInstanceOf(IllegalStateException.class).hasMessage("the engine: broken pipe");
    }

    @Test
    @Timeout(10)
    void silenceEndsWithASentence() {
        assertThatThrownBy(() -> Bounded.call("the engine", Duration.ofMillis(200), () -> {
            new CountDownLatch(1).await();
            return "";
        })).isInstanceOf(IllegalStateException.class).hasMessage(
                "the engine did not answer within 0 s: it is stopped or overloaded; restart it");
    }

    @Test
    void anInterruptionIsKept() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Bounded.call("the engine", LIMIT, () -> {
            new CountDownLatch(1).await();
            return "";
        })).hasMessage("interrupted while waiting for the engine");
        assertThat(Thread.interrupted()).isTrue();
    }
}
