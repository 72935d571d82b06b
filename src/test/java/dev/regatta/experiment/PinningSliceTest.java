package dev.regatta.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.recipe.Jdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;

class PinningSliceTest {

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
