package dev.regatta.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.recipe.Jdk;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

class RunTimesTest {

    private static final Jdk NEW = new Jdk(Path.of("/jdks/25"), 25, "25.0.1+8");
    private static final Jdk OLD = new Jdk(Path.of("/jdks/17"), 17, "17.0.9+9");

    @Test
    void oneThatIsNewEnoughIsGood() {
        assertThat(RunTimes.of(List.of(NEW, OLD))).isEqualTo(
                Finding.good("JDKs", "25.0.1+8 in /jdks/25; too old: 17.0.9+9 in /jdks/17"));
    }

    @Test
    void withoutOneNothingCanBeJudged() {
        assertThat(RunTimes.of(List.of(OLD)).grade()).isEqualTo(Grade.BAD);
        assertThat(RunTimes.of(List.of(OLD)).found()).isEqualTo("too old: 17.0.9+9 in /jdks/17");
        assertThat(RunTimes.of(List.of()).found()).isEqualTo("none");
        assertThat(RunTimes.of(List.of()).advice()).contains("JDK 21");
    }
}
