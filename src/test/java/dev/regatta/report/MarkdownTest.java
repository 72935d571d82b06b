package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTest {

    @Test
    void whatComesFromOutsideMeansNothing() {
        assertThat(Markdown.escaped("a|b `c` <img src=x onerror=alert(1)> [d](e) ![f](g) *h* _i_ ~j~ &amp; $k$ @l #1"))
                .isEqualTo("a\\|b \\`c\\` &lt;img src=x onerror=alert\\(1\\)&gt; \\[d\\]\\(e\\) \\!\\[f\\]\\(g\\)"
                        + " \\*h\\* \\_i\\_ \\~j\\~ &amp;amp; \\$k\\$ \\@l \\#1");
    }

    /** They were links by themselves. */
    @Test
    void anAddressIsNoLink() {
        assertThat(Markdown.escaped("see https://evil.example/a or WWW.evil.example")).isEqualTo(
                "see https\\://evil.example/a or WWW\\.evil.example");
    }

    @Test
    void aBackslashDoesNotTakeTheEscapeAway() {
        assertThat(Markdown.escaped("\\|")).isEqualTo("\\\\\\|");
    }

    @Test
    void itStaysOnOneLine() {
        assertThat(Markdown.escaped("a\r\n| b |\n::error::c\u001b[31m\u009b1m\u202e\u0000"))
                .isEqualTo("a \\| b \\| ::error::c \\[31m 1m");
    }

    @Test
    void whatIsTooLongIsCut() {
        assertThat(Markdown.escaped("é".repeat(5000))).hasSize(2002).endsWith("é …");
    }
}
