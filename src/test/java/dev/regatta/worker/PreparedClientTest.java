package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;

class PreparedClientTest {

    /** No database answers in a microsecond: what is timed is something else. */
    @Test
    void aProjectsOperationThatEndsAtOnceIsRefused() {
        assertThat(PreparedClient.atOnce(OwnCode.of("count"), 30_000, 10_000_000)).hasValue("count() ended at once,"
                + " 3 million times per second: an operation waits for the database, and returns what it read");
        assertThat(PreparedClient.atOnce(OwnCode.of("count"), 10_000, 10_000_000)).isEmpty();
        assertThat(PreparedClient.atOnce(Workloads.of("select-1"), 30_000, 10_000_000)).isEmpty();
    }

    /** Ticks of 10 ms: the account of a process may not move while its threads use 8 ms. */
    @Test
    void aSliceThatSawNoTickHasTheCpuTimeOfTheThreadsThatLiveOn() {
        assertThat(PreparedClient.withThreadsOfPools(8_000_000, 12_000_000)).isEqualTo(20_000_000);
        assertThat(PreparedClient.withThreadsOfPools(12_000_000, -2_000_000)).isEqualTo(10_000_000);
        assertThat(PreparedClient.withThreadsOfPools(8_000_000, -8_000_000)).isEqualTo(8_000_000);
    }
}
