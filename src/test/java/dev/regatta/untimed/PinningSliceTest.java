package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

class PinningSliceTest {

    private static final long LONG = 60_000_000_000L;

    @Test
    void slowOperationsAreRecordedLonger() {
        assertThat(slice("select-1").nanos(10_000, LONG)).isEqualTo(400_000_000);
        assertThat(slice("select-1").nanos(4_000_000, LONG)).as("2000 operations, two at a time")
                .isEqualTo(4_000_000_000L);
        assertThat(slice("sleep-10").nanos(10_000_000, LONG)).as("2000 that wait beside each other")
                .isEqualTo(5_000_000_000L);
        assertThat(slice("select-1").nanos(1_000_000_000, LONG)).isEqualTo(25_000_000_000L);
        assertThat(new PinningSlice(Workloads.POOL_GROWTH, slice("select-1").endpoint(), 1, 1).nanos(800_000_000, LONG))
                .as("ten pools, one after another").isEqualTo(8_000_000_000L);
    }

    @Test
    void noLongerThanThereIsTime() {
        assertThat(slice("select-1").nanos(1_000_000_000, 10_000_000_000L)).isEqualTo(7_000_000_000L);
        assertThat(slice("select-1").nanos(1_000_000_000, 0)).isEqualTo(400_000_000);
    }

    private static PinningSlice slice(String workload) {
        return new PinningSlice(Workloads.of(workload),
                new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "db", "user", "password"), 4, 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"21.0.3+9-LTS", "21.0.8+9-LTS", "22.0.1+8", "23+37"})
    void tracesArePrintedWhereTheJdkCan(String version) {
        assertThat(PinningSlice.options(jdk(version))).containsExactly("-Djdk.tracePinnedThreads=full");
    }

    @ParameterizedTest
    @ValueSource(strings = {"21+35-LTS", "21.0.2+13-LTS", "24+36", "25.0.1+8-LTS"})
    void notWhereItHangsOrIsIgnored(String version) {
        assertThat(PinningSlice.options(jdk(version))).isEmpty();
    }

    @Test
    void aVersionThatIsNoneIsTakenForTheOldest() {
        assertThat(PinningSlice.options(new Jdk(Path.of("/jdk"), 21, "unknown"))).isEmpty();
    }

    private static Jdk jdk(String version) {
        return new Jdk(Path.of("/jdk"), Runtime.Version.parse(version).feature(), version);
    }
}
