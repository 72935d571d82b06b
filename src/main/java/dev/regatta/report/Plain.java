package dev.regatta.report;

import dev.regatta.protocol.Secrets;

/**
 * Text that comes from outside, on its way to a terminal or the log of a job: names, versions, messages of drivers and
 * servers. Nothing in it starts another line, moves the cursor, or is a command to GitHub's runner, which reads them
 * from what a step prints; its {@linkplain Secrets secrets} are hidden.
 */
public final class Plain {

    private Plain() {
    }

    /** {@code text} on one line, as it is read. */
    public static String line(String text) {
        return Secrets.TELLING.hidden(text).replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]+", " ")
                // A command is ::name:: where a line begins, wherever lines are broken; or ##[name] anywhere.
                .replaceAll("(?<!\\S)::", ": :").replace("##[", "# #[");
    }
}
