package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlainTest {

    @Test
    void itStaysOnOneLineAndMovesNoCursor() {
        assertThat(Plain.line("a\r\n  b\u001b[31m\u009b1m\u0000c\u202ed\u2028e")).isEqualTo("a   b [31m 1m c d e");
    }

    @Test
    void nothingIsACommandToARunnerWhereverItsLineBegins() {
        assertThat(Plain.line("::error::a b ::add-mask::c\n::stop-commands::d ##[error]e"))
                .isEqualTo(": :error::a b : :add-mask::c : :stop-commands::d # #[error]e");
        assertThat(Plain.line(Plain.line("::a ##[b]"))).isEqualTo(Plain.line("::a ##[b]"));
    }

    @Test
    void whatLooksLikeASecretIsHidden() {
        assertThat(Plain.line("got\nhttps://hunter2@host/, password=hunter2"))
                .isEqualTo("got https://***@host/, password=***");
    }

    @Test
    void whatIsHarmlessStays() {
        String text = "ClassCastException at Foo::bar, 95 % ±5.6%  é (a: b)";
        assertThat(Plain.line(text)).isEqualTo(text);
    }
}
