package dev.regatta;

import static dev.regatta.Pages.matches;
import static dev.regatta.Pages.read;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What decides can be read in one sitting: the page that explains it, and the code. */
class DecidingCodeTest {

    private static final Path GATE = Path.of("src/main/java/dev/regatta/gate");

    /** Those that docs/architecture.md names, with their comments. */
    @Test
    void theClassesThatMakeVerdictsOfRatiosHaveAtMostEightHundredLines() {
        String told = matches("From ratios to verdicts, eight classes of `gate` decide: (.*?) Before them",
                read(Path.of("docs/architecture.md"))).getFirst();
        List<Path> classes = matches("`(\\w+)`", told).stream().map(name -> GATE.resolve(name + ".java")).toList();
        assertThat(classes).hasSize(8).doesNotHaveDuplicates().allMatch(Files::exists);
        assertThat(classes.stream().mapToLong(file -> read(file).lines().count()).sum()).isLessThanOrEqualTo(800);
    }

    @Test
    void theirPageHasAtMostTwoHundredLines() {
        assertThat(read(Path.of("docs/gate.md")).lines()).hasSizeLessThanOrEqualTo(200);
    }
}
