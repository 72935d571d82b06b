package dev.regatta.report.html;

/** Words of a command that somebody copies into a shell: whatever is in a name, the shell takes it for that name. */
public final class Shell {

    private Shell() {
    }

    /** The word as it is where no character of it means anything, else in quotes. */
    public static String word(String word) {
        return word.matches("[\\w@%+:,./-][\\w@%+=:,./-]*") ? word : quoted(word);
    }

    /**
     * The word in quotes: double ones, which every shell knows, unless it holds what POSIX shells read within those or
     * what leaves the line.
     */
    static String quoted(String word) {
        return word.matches("[^\"$`\\\\!\\p{Cc}\\p{Cf}]*")
                ? '"' + word + '"'
                : single(word);
    }

    /** The word in single quotes, on one line. */
    static String single(String word) {
        return "'" + word.replaceAll("[\\p{Cc}\\p{Cf}]", "?").replace("'", "'\\''") + "'";
    }
}
