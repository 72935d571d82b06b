package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.database.DatabaseMode;
import dev.regatta.database.DockerState;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

class NetworkPathTest {

    private static final DockerState READY = new DockerState.Answering("engine 29.0", true,
            Set.of(Dialect.POSTGRESQL));

    @Test
    void whatIsNotMeasuredHasItsReason() {
        assertThat(reason(DatabaseMode.AUTO, new DockerState.Absent("no socket"))).contains("without Docker");
        assertThat(reason(DatabaseMode.AUTO, new DockerState.Broken("asleep"))).contains("Docker does not answer");
        assertThat(reason(DatabaseMode.EMBEDDED, READY)).contains("no container takes part");
        assertThat(reason(DatabaseMode.AUTO, new DockerState.Answering("engine 29.0", true, Set.of())))
                .isEqualTo("unknown: not measured, postgres:18 would have to be pulled first");
    }

    @Test
    void anImageThatIsThereIsMeasured() {
        assertThat(NetworkPath.nothingToMeasure(DatabaseMode.AUTO, READY, "postgres:18")).isEmpty();
    }

    @Test
    void bothWaysAreGoodSinceWorkersTakeTheShorter() {
        assertThat(NetworkPath.both(95, 38)).isEqualTo(Finding.good("network path",
                "a round trip takes 38 us to the bridge address, 95 us through the mapped port: 2.5 times as long;"
                        + " workers use the bridge address"));
    }

    @Test
    void thePortAloneIsWorthARemark() {
        assertThat(NetworkPath.onlyMapped(95).grade()).isEqualTo(Grade.REMARK);
        assertThat(NetworkPath.onlyMapped(95).found()).startsWith("a round trip takes 95 us through the mapped port");
    }

    @Test
    void bothWaysAreTimedByTurnsAndOneSlowBlockChangesNothing() throws IOException {
        var clock = new AtomicLong();
        var asked = new AtomicInteger();
        var turns = new StringBuilder();
        RoundTrips trips = RoundTrips.time(() -> {
            clock.addAndGet(asked.incrementAndGet() == 2000 ? 1_000_000_000 : 95_000);
            turns.append(turns.toString().endsWith("m") ? "" : "m");
        }, () -> {
            clock.addAndGet(38_000);
            turns.append(turns.toString().endsWith("b") ? "" : "b");
        }, clock::get);
        assertThat(trips).isEqualTo(new RoundTrips(95, 38));
        assertThat(asked).hasValue(2500);
        assertThat(turns.toString()).isEqualTo("mb".repeat(25));
    }

    @Test
    void aBrokenConnectionIsNotTimed() {
        assertThatThrownBy(() -> RoundTrips.time(() -> {
            throw new IOException("gone");
        }, () -> {
        }, () -> 0)).isInstanceOf(IOException.class).hasMessage("gone");
    }

    private static String reason(DatabaseMode mode, DockerState docker) {
        return NetworkPath.nothingToMeasure(mode, docker, "postgres:18").orElseThrow().found();
    }
}
