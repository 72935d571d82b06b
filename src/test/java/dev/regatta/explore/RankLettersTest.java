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

    /** The interval of the first and the last is wide: with letters for runs of neighbours they shared none. */
    @Test
    void thoseThatAreAlikeShareALetterWhateverStandsBetweenThem() {
        assertThat(RankLetters.of(List.of(3, 2, 1), (one, other) -> one == 3 && other == 2))
                .containsExactly("a", "b", "ab");
        assertThat(RankLetters.of(List.of(4, 3, 2, 1), (one, other) -> one == 4 && other == 3 || one == 2))
                .containsExactly("ab", "cd", "ac", "bd");
    }
}
