package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.recipe.Jdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;

class PinningSliceTest {

    @Test
    void slowOperationsAreRecordedLonger() {
        assertThat(PinningSlice.nanos(List.of(), Arm.CANDIDATE)).isEqualTo(400_000_000);
        var timed = SimulatedCell.duel(1).operations(20).after(16).pairs();
        double perSecond = timed.stream().mapToDouble(pair -> pair.of(Arm.CANDIDATE).slice().throughput()).average()
                .orElseThrow();
        assertThat(PinningSlice.nanos(timed, Arm.CANDIDATE) / 1e9 * perSecond).isCloseTo(2000, within(100.0));
        assertThat(PinningSlice.nanos(SimulatedCell.duel(1).operations(1).after(16).pairs(), Arm.CANDIDATE))
                .isEqualTo(25_000_000_000L);
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
