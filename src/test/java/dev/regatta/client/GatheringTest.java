package dev.regatta.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

class GatheringTest {

    @Test
    void nobodyGoesOnBeforeTheLastHasCome() {
        var callers = new Gathering(3);
        CompletionStage<Void> first = callers.arrived();
        CompletionStage<Void> second = callers.arrived();
        assertThat(first.toCompletableFuture()).isNotDone();
        callers.arrived();
        assertThat(first.toCompletableFuture()).isCompleted();
        assertThat(second.toCompletableFuture()).isCompleted();
        assertThat(callers.arrived().toCompletableFuture()).as("of those who come later").isCompleted();
    }

    @Test
    void whenOneFailsNobodyWaitsAnyLongerNorThoseThatComeLater() {
        var callers = new Gathering(3);
        CompletionStage<Void> first = callers.arrived();
        var cause = new IllegalStateException("none left");
        callers.failed(cause);
        for (CompletionStage<Void> each : List.of(first, callers.arrived())) {
            assertThatThrownBy(() -> each.toCompletableFuture().join()).isInstanceOf(CompletionException.class)
                    .hasCause(cause);
        }
    }
}
