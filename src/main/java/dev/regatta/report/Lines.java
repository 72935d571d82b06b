package dev.regatta.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Lines of text for a terminal. */
public final class Lines {

    private static final int WIDTH = 100;
    private static final int INDENT = 2;

    private Lines() {
    }

    /** Adds a line of this form. */
    static void add(StringBuilder text, String form, Object... values) {
        text.append(Plain.line(String.format(Locale.ROOT, form, values)).stripTrailing()).append('\n');
    }

    /** Adds words on as many lines of {@value #WIDTH} columns as they need, all but the first indented. */
    static void wrap(StringBuilder text, String words) {
        wrap(text, "", words);
    }

    /** Adds words behind a heading in the same way, each line below the first word; words that fit on no line are cut. */
    public static void wrap(StringBuilder text, String heading, String words) {
        String start = heading;
        var line = new StringBuilder();
        for (String word : pieces(words, WIDTH - Math.max(INDENT, heading.length()))) {
            if (!line.isEmpty() && start.length() + line.length() + 1 + word.length() > WIDTH) {
                add(text, "%s", start + line);
                start = " ".repeat(Math.max(INDENT, heading.length()));
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        add(text, "%s", start + line);
    }

    private static List<String> pieces(String words, int room) {
        return Stream.of(words.split(" ")).flatMap(word -> Stream.of(word.split("(?<=\\G.{" + room + "})"))).toList();
    }
}
