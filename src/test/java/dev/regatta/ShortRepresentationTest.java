package dev.regatta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A failed assertion does not print a megabyte. */
class ShortRepresentationTest {

    private static final String LONG = "begins " + "x".repeat(1_000_000) + " ends";

    @TempDir
    Path folder;

    @Test
    void aLongTextIsCutInItsMiddle() {
        assertThat(message(() -> assertThat(LONG).contains("nothing of it")))
                .contains("\"begins xxx", "xxx ends\"", "[… 996014 more characters …]", "nothing of it");
    }

    @Test
    void soIsEveryOtherValueThatIsLong() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), LONG);
        List<ThrowingCallable> assertions = List.of(
                () -> assertThat(LONG).isEqualTo("other" + LONG),
                () -> assertThat(LONG).isEmpty(),
                () -> assertThat(file).content().contains("nothing of it"),
                () -> assertThat(List.of(LONG, LONG)).contains("nothing of it"),
                () -> assertThat(Collections.nCopies(1_000, LONG.substring(0, 3_000))).isEmpty(),
                () -> assertThat(LONG.lines()).anyMatch(String::isEmpty),
                () -> assertThat(Map.of("text", LONG)).containsKey("other"),
                () -> assertThat(new StringBuilder(LONG)).startsWith("nothing of it"));
        assertThat(assertions).allSatisfy(assertion -> assertThat(message(assertion).length()).isLessThan(20_000));
    }

    @Test
    void aShortTextIsShownWhole() {
        assertThat(message(() -> assertThat("x".repeat(2 * ShortRepresentation.SHOWN - 2)).isEmpty()))
                .contains("x".repeat(2 * ShortRepresentation.SHOWN - 2)).doesNotContain("more characters");
    }

    private static String message(ThrowingCallable assertion) {
        Throwable failure = catchThrowable(assertion);
        assertThat(failure).isInstanceOf(AssertionError.class);
        return failure.getMessage();
    }
}
