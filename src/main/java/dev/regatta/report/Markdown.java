package dev.regatta.report;

import dev.regatta.protocol.Secrets;

/**
 * GitHub's Markdown around text that comes from outside: names, versions, messages of drivers and servers. Nothing in
 * such a text makes a link, an image, a table cell or an element, and what looks like a secret is hidden.
 */
final class Markdown {

    /** Characters that can mean something within a line. */
    private static final String MEANINGFUL = "\\`*_{}[]()#|~!$@";

    /** No sentence of ours is as long; what a driver says may be. */
    private static final int LONGEST = 2000;

    private Markdown() {
    }

    /** {@code text} on one line, as it is read: cut where it is too long. */
    static String escaped(String text) {
        var escaped = new StringBuilder();
        String line = Secrets.TELLING.hidden(text).replaceAll("[\\s\\p{Cc}\\p{Cf}]+", " ").strip();
        line.codePoints().limit(LONGEST).forEach(character -> {
            switch (character) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                default -> {
                    if (MEANINGFUL.indexOf(character) >= 0) {
                        escaped.append('\\');
                    }
                    escaped.appendCodePoint(character);
                }
            }
        });
        // Of an address GitHub makes a link by itself.
        String unlinked = escaped.toString().replace("://", "\\://").replaceAll("(?i)(www)[.]", "$1\\\\.");
        return line.codePointCount(0, line.length()) > LONGEST ? unlinked + " …" : unlinked;
    }
}
