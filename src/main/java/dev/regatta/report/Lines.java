package dev.regatta.report;

import java.util.Locale;

/** Lines of text for a terminal. */
final class Lines {

    private static final int WIDTH = 100;

    private Lines() {
    }

    /** Adds a line of this form. */
    static void add(StringBuilder text, String form, Object... values) {
        text.append(Plain.line(String.format(Locale.ROOT, form, values)).stripTrailing()).append('\n');
    }

    /** Adds words on as many lines of {@value #WIDTH} columns as they need. */
    static void wrap(StringBuilder text, String words) {
        var current = new StringBuilder();
        for (String word : words.split(" ")) {
            if (!current.isEmpty() && current.length() + 1 + word.length() > WIDTH) {
                add(text, "%s", current);
                current = new StringBuilder(" ");
            }
            current.append(current.isEmpty() ? "" : " ").append(word);
        }
        add(text, "%s", current);
    }
}
