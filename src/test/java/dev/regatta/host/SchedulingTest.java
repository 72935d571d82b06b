package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class SchedulingTest {

    @Test
    void aUserWhoMayNotRunInRealTimeSharesTheCpus() {
        assertThat(Scheduling.of(command -> command.equals(List.of("chrt", "--rr", "1", "true"))))
                .isEqualTo(Scheduling.FIRST);
        assertThat(Scheduling.of(command -> false)).isEqualTo(Scheduling.SHARED);
    }

    @Test
    void aServerThatRunsAlreadyIsScheduledWithAllItsThreads() {
        assertThat(Scheduling.FIRST.server(42)).containsExactly("chrt", "--all-tasks", "--rr", "--pid", "1", "42");
        assertThat(Scheduling.SHARED.server(42)).containsExactly("chrt", "--all-tasks", "--batch", "--pid", "0", "42");
    }

    @Test
    void itsFactIsThePolicyOfTheServer() {
        assertThat(Scheduling.fact(Optional.of(Scheduling.FIRST))).isEqualTo("rr");
        assertThat(Scheduling.fact(Optional.of(Scheduling.SHARED))).isEqualTo("batch");
        assertThat(Scheduling.fact(Optional.empty())).isEqualTo("default");
    }
}
