package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Every {@code ./regatta} command that a document shows is one. */
class DocumentedCommandsTest {

    private static final Pattern INLINE = Pattern.compile("`\\./regatta ([^`]+)`");

    @Test
    void areUnderstood() throws IOException {
        List<String> commands = commands();
        assertThat(commands).hasSizeGreaterThanOrEqualTo(6)
                .anyMatch(command -> command.startsWith("compare --client"))
                .anyMatch(command -> command.startsWith("bisect --client"));
        for (String command : commands) {
            assertThatCode(() -> new Regatta(() -> {
                throw new AssertionError("nothing is resolved");
            }, progress -> {
                throw new AssertionError("nothing is raced");
            }).commandLine().parseArgs(command.replace("FILES…", "results.json").split("\\s+"))).as(command)
                    .doesNotThrowAnyException();
        }
    }

    private static List<String> commands() throws IOException {
        try (Stream<Path> documents = Stream.concat(Stream.of(Path.of("README.md")), Files.list(Path.of("docs")))) {
            return documents.flatMap(DocumentedCommandsTest::commands).distinct().toList();
        }
    }

    private static Stream<String> commands(Path document) {
        try {
            String text = Files.readString(document);
            return Stream.concat(
                    text.lines().filter(line -> line.startsWith("./regatta "))
                            .map(line -> line.substring("./regatta ".length())),
                    INLINE.matcher(text).results().map(found -> found.group(1)));
        } catch (IOException e) {
            throw new AssertionError(document + " cannot be read", e);
        }
    }
}
