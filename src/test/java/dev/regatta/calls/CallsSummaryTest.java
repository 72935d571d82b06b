package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class CallsSummaryTest {

    private final CallsSummary summary = new CallsSummary();

    @Test
    void failuresComeFirstAndAreCode() {
        summary.passed(Optional.empty());
        summary.passed(Optional.of("fewer: 1 round trip, 2 in baselines/calls.json"));
        summary.failed("more: \"select `<b>` from t\" 2 times, was 1\n  also 2 statements, was 1");
        assertThat(summary.text()).isEqualTo("""
                ### Database calls

                1 of 3 counted tests failed.

                    more: "select `<b>` from t" 2 times, was 1
                      also 2 statements, was 1
                    fewer: 1 round trip, 2 in baselines/calls.json

                """);
    }

    @Test
    void whatIsThereAlreadyStays(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("summary.md");
        Files.writeString(file, "Before.\n\n");
        summary.passed(Optional.empty());
        summary.append(file);
        assertThat(file).content().isEqualTo("Before.\n\n### Database calls\n\n0 of 1 counted tests failed.\n\n\n");
    }

    /** A JVM writes once, when it ends: another one would count the same tests twice. */
    @Test
    void aFileHasOne(@TempDir Path folder) {
        Path file = folder.resolve("missing").resolve("summary.md");
        assertThat(CallsSummary.in(file)).isSameAs(CallsSummary.in(file));
    }
}
