package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

@Execution(ExecutionMode.CONCURRENT)
class LineTest {

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a sentence", "two\nlines\r\n", "a\ttab", "\\", "\\u0041", "\\\\u0009", "$1 \\n",
            "±9.1 % ß 東京", "\uD83D\uDE80", "half of a pair: \uD83D", "\u0000\u001b[31m\u007f\u2028"})
    void anyTextArrivesInOneLineOfAscii(String text) {
        Line line = Line.of(Line.SAID, text, "", text);
        assertThat(line.text()).matches("[ -~\t]*").doesNotContain("\n");
        assertThat(Line.read(line.text())).isEqualTo(line);
    }

    @Test
    void soDoesEveryLetterThereIs() {
        String all = IntStream.rangeClosed(0, Character.MAX_VALUE).mapToObj(letter -> Character.toString((char) letter))
                .collect(Collectors.joining());
        assertThat(Line.read(Line.of(Line.SAID, all).text()).value(1)).isEqualTo(all);
    }

    @Test
    void anOperationArrives() {
        var operation = new OperationCase("postgresql", "shop.Räces", "open", "virtual", 12);
        assertThat(Line.read(Line.of(Line.RACE, operation).text()).operation()).isEqualTo(operation);
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> Line.of(Line.RULING, Line.PASSED).value(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a line 'ruling' has 1 values, expected 2 at least");
    }
}
