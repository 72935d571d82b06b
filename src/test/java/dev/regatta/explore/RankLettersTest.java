package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class RankLettersTest {

    @Test
    void thoseThatCannotBeToldApartShareALetter() {
        assertThat(RankLetters.of(List.of(10.0, 9.5, 9.0, 5.0), (one, other) -> one - other > 0.6))
                .containsExactly("a", "ab", "b", "c");
        assertThat(RankLetters.of(List.of(3, 2, 1), (one, other) -> true)).containsExactly("a", "b", "c");
        assertThat(RankLetters.of(List.of(3, 2, 1), (one, other) -> false)).containsExactly("a", "a", "a");
        assertThat(RankLetters.of(List.of(), (one, other) -> true)).isEmpty();
    }
}
