package dev.regatta;

import static dev.regatta.Pages.read;
import static dev.regatta.Pages.matches;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Each word of the project means one thing, and the words that it had before are gone. */
class GlossaryTest {

    private static final Path CODE = Path.of("src/main/java/dev/regatta");
    private static final Path PAGES = Path.of("docs");
    private static final Path GLOSSARY = PAGES.resolve("architecture.md");

    /** What is a set now; adapters use classes of libraries that have the first word, and so has the JDK. */
    private static final Pattern RETIRED = Pattern
            .compile("(?<![A-Za-z])[Ss]tages?(?![a-z])|(?<=[a-z])(?<!Completion)Stages?(?![a-z])"
                    + "|[Ss]ets? of (fresh )?forks|pairs from \\w+ forks?\\b");
    private static final Set<Path> ADAPTERS = Set.of(CODE.resolve("client"), CODE.resolve("stack"));
    private static final Set<String> RETIRED_TYPES = Set.of("Way", "Holds", "Endings", "Letters", "Halt", "Stages",
            "Outcome");

    private static List<String> words() {
        String page = read(GLOSSARY);
        int from = page.indexOf("## Words");
        return matches("^\\| \\*\\*([a-z ]+)\\*\\* \\|", page.substring(from, page.indexOf("\n## ", from)));
    }

    @Test
    void eachWordIsDefinedOnce() throws IOException {
        assertThat(words()).hasSizeBetween(10, 16).doesNotHaveDuplicates();
        try (Stream<Path> pages = Files.list(PAGES)) {
            assertThat(pages.filter(page -> page.toString().endsWith(".md")))
                    .allSatisfy(
                            page -> assertThat(matches("\\bAn? \\*([a-z ]+)\\* is\\b", read(page))).as(page.toString())
                                    .doesNotContainAnyElementsOf(words()));
        }
    }

    @Test
    void eachWordIsOneOfTheCode() throws IOException {
        List<String> types = files(CODE).map(GlossaryTest::name).toList();
        assertThat(words()).allSatisfy(word -> assertThat(types).anyMatch(type -> type.toLowerCase(Locale.ROOT)
                .contains(word.replace(" ", ""))));
    }

    @Test
    void noRetiredWordIsUsed() throws IOException {
        assertThat(files(CODE).filter(file -> ADAPTERS.stream().noneMatch(file::startsWith)))
                .hasSizeGreaterThan(300).allSatisfy(file -> assertThat(read(file)).doesNotContainPattern(RETIRED));
        assertThat(Stream.concat(files(PAGES).filter(file -> file.toString().endsWith(".md")),
                Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md"))))
                .hasSizeGreaterThan(10).allSatisfy(file -> assertThat(read(file)).doesNotContainPattern(RETIRED));
        assertThat(files(CODE).map(GlossaryTest::name)).doesNotContainAnyElementsOf(RETIRED_TYPES);
    }

    private static Stream<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList().stream();
        }
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }
}
