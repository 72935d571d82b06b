package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class LettersTest {

    @Test
    void thoseThatCannotBeToldApartShareALetter() {
        assertThat(Letters.of(List.of(10.0, 9.5, 9.0, 5.0), (one, other) -> one - other > 0.6))
                .containsExactly("a", "ab", "b", "c");
        assertThat(Letters.of(List.of(3, 2, 1), (one, other) -> true)).containsExactly("a", "b", "c");
        assertThat(Letters.of(List.of(3, 2, 1), (one, other) -> false)).containsExactly("a", "a", "a");
        assertThat(Letters.of(List.of(), (one, other) -> true)).isEmpty();
    }
}
