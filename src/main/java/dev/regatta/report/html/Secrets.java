package dev.regatta.report.html;

import java.util.regex.Pattern;

/**
 * Hides what looks like a secret in text from outside. Regatta keeps connection data out of what it writes; this is for
 * what a driver, a server or an option says by itself.
 */
final class Secrets {

    private static final String HIDDEN = "***";

    private static final String NAME = "(?i)((?:password|passwd|passphrase|secret|token|credential|api[-_.]?key"
            + "|access[-_.]?key|private[-_.]?key)[\\w.-]*[\"']?\\s*[=:]\\s*)";

    /** {@code "apiToken": "x"}: a telling name, a separator, a value in quotes. */
    private static final Pattern QUOTED = Pattern.compile(NAME + "([\"'])(?:(?!\\2).)*\\2");

    /** {@code password=hunter2}: the same with a value that ends where a word does. */
    private static final Pattern BARE = Pattern.compile(NAME + "[^\\s,;&\"'(){}\\[\\]<>]+");

    /** {@code scheme://user:password@host}. */
    private static final Pattern IN_URL = Pattern.compile("(://[^/\\s:@]*:)[^@/\\s]+@");

    private Secrets() {
    }

    /** The text with its secrets replaced by {@value #HIDDEN}. */
    static String hidden(String text) {
        String quoted = QUOTED.matcher(text).replaceAll("$1$2" + HIDDEN + "$2");
        String bare = BARE.matcher(quoted).replaceAll("$1" + HIDDEN);
        return IN_URL.matcher(bare).replaceAll("$1" + HIDDEN + "@");
    }
}
