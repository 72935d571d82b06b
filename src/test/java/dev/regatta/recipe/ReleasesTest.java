package dev.regatta.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.Stream;

class ReleasesTest {

    private static final Releases PGJDBC = new Releases(Stream.of("42.2.19", "42.2.19.jre7", "42.2.20", "42.2.20.jre6",
            "42.2.20.jre7", "42.2.21.rc1", "42.2.21", "42.2.21.jre7").map(version -> "g:d:" + version).toList());

    @Test
    void variantsAndMilestonesAreLeftOut() {
        assertThat(PGJDBC.between("g:d:42.2.19", "g:d:42.2.21")).isEqualTo(
                new Releases.Walk(List.of("g:d:42.2.19", "g:d:42.2.20", "g:d:42.2.21"), true));
    }

    @Test
    void aVariantLiesBetweenItsLike() {
        assertThat(PGJDBC.between("g:d:42.2.19.jre7", "g:d:42.2.21.jre7").releases())
                .containsExactly("g:d:42.2.19.jre7", "g:d:42.2.20.jre7", "g:d:42.2.21.jre7");
    }

    @Test
    void milestonesCountWhereAnEndIsOne() {
        assertThat(PGJDBC.between("g:d:42.2.20", "g:d:42.2.21.rc1").releases()).containsExactly("g:d:42.2.20",
                "g:d:42.2.21.rc1");
    }

    @Test
    void theOtherWayRoundIsDownward() {
        assertThat(PGJDBC.between("g:d:42.2.21", "g:d:42.2.19")).isEqualTo(
                new Releases.Walk(List.of("g:d:42.2.21", "g:d:42.2.20", "g:d:42.2.19"), false));
    }

    @Test
    void anEndIsFoundUnderAnyNameOfItsModule() {
        assertThat(PGJDBC.between("old:d:42.2.20", "g:d:42.2.21").releases()).containsExactly("g:d:42.2.20",
                "g:d:42.2.21");
    }

    @Test
    void anEndThatWasNotPublishedIsNamed() {
        assertThatThrownBy(() -> PGJDBC.between("g:d:42.2.19", "g:d:42.9"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "g:d:42.9 is not among the 8 versions the repositories list, which end with 42.2.19, 42.2.20,"
                                + " 42.2.21: check the version");
    }
}
