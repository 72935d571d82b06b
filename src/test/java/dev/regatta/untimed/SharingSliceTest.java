package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharingSliceTest {

    private final SharingSlice slice = new SharingSlice(Workloads.of("select-1"),
            new Endpoint(Dialect.POSTGRESQL, "localhost", 1, "db", "user", "password"), 16, 1);

    @ParameterizedTest(name = "{0} round trips alone, {1} together, {2} connections: {3} wait")
    @CsvSource(textBlock = """
            # alone, together, connections, waiting
            1, 0.0625, 1, 0
            20, 1.25, 1, 0
            1, 1, 1, 15
            1, 0.25, 1, 12
            1, 1, 16, 0
            1, 0.01, 1, 0
            1, 1.2, 1, 15
            """)
    void operationsThatShareRoundTripsAreOnTheConnectionTogether(double alone, double together, long connections,
            long waiting) {
        Counts counts = slice.counts(Arm.CANDIDATE, alone, together, connections);
        assertThat(counts.of(Counter.CONNECTIONS_IN_USE)).contains(Count.level(connections));
        assertThat(counts.of(Counter.CONNECTIONS_AWAITED)).contains(Count.level(waiting));
    }

    @Test
    void whatWasNotSeenIsAbsent() {
        Counts counts = slice.counts(Arm.CANDIDATE, 0, 0, 1);
        assertThat(counts.values()).isEmpty();
        assertThat(counts.absences()).containsOnlyKeys(Counter.CONNECTIONS_IN_USE, Counter.CONNECTIONS_AWAITED);
    }
}
