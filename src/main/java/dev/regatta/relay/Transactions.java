package dev.regatta.relay;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The transactions of one connection, as its client asks for them: those that it commits or rolls back, and everything
 * that it executes outside of one. What only sets or shows something of the connection is none.
 */
final class Transactions {

    private static final Pattern AUTOCOMMIT = Pattern
            .compile("\\bautocommit\\s*:?=\\s*(?:(0|off|false)|1|on|true)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern WORD = Pattern.compile("\\w+");

    private boolean open;
    private boolean automatic = true;
    private boolean worked;
    private long ended;

    /** Takes what is executed, as it is and normalised. */
    void executed(String sql, String text) {
        for (String statement : text.split(";")) {
            one(sql, statement.strip().toLowerCase(Locale.ROOT));
        }
    }

    private void one(String sql, String statement) {
        switch (firstWord(statement)) {
            case "begin", "start" -> {
                open = true;
                worked = true;
            }
            case "commit", "end", "abort" -> end();
            case "rollback" -> {
                if (!statement.contains(" to ")) {
                    end();
                }
            }
            case "set" -> autocommit(AUTOCOMMIT.matcher(sql));
            case "", "show", "use", "reset", "discard", "savepoint", "release", "deallocate" -> {
                // No work of a transaction.
            }
            default -> worked |= !statement.startsWith("select @@");
        }
    }

    private static String firstWord(String statement) {
        Matcher word = WORD.matcher(statement);
        return word.find() ? word.group() : "";
    }

    private void autocommit(Matcher found) {
        if (found.find()) {
            automatic = found.group(1) == null;
        }
        mayEnd();
    }

    /** Outside of a transaction, what was executed so far is one. */
    void mayEnd() {
        if (automatic && !open) {
            end();
        }
    }

    private void end() {
        ended += worked ? 1 : 0;
        worked = false;
        open = false;
    }

    /** How many ended so far. */
    long ended() {
        return ended;
    }
}
