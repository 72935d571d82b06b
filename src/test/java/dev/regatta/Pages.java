package dev.regatta;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The text of README, of the documents and of sources, for tests that hold what they say. */
public final class Pages {

    private Pages() {
    }

    /** The text of a file. */
    public static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the first group of a pattern finds in a text, whose lines begin at {@code ^}. */
    static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results()
                .map((MatchResult match) -> match.group(1)).toList();
    }
}
