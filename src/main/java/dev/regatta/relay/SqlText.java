package dev.regatta.relay;

import java.util.Locale;
import java.util.Set;

/**
 * The text of a statement without what differs from one execution to the next: literals become {@code ?}, the list of
 * an {@code IN} becomes {@code (…)}, rows behind the first one of {@code VALUES} become {@code …}, comments go, and
 * blanks are single. Parameters, names and letters' case stay.
 */
final class SqlText {

    /** Words that belong to a literal behind them. */
    private static final Set<String> PREFIXES = Set.of("e", "n", "b", "x", "_utf8", "_utf8mb4", "_binary", "_latin1");

    private final String sql;
    private final boolean doubleQuotesName;
    private final StringBuilder out = new StringBuilder();
    private int at;
    private boolean blank;
    private String last = "";
    private int depth;
    private int listDepth = -1;
    private int listStart;
    private boolean folds;
    private int rowDepth = -1;
    private int firstRowEnd;
    private boolean moreRows;

    private SqlText(String sql, boolean doubleQuotesName) {
        this.sql = sql;
        this.doubleQuotesName = doubleQuotesName;
    }

    /**
     * The normalised text of {@code sql}, which may be cut off anywhere.
     *
     * @param doubleQuotesName what is in double quotes is a name, as in PostgreSQL, and not a literal
     */
    static String normalised(String sql, boolean doubleQuotesName) {
        var text = new SqlText(sql, doubleQuotesName);
        while (text.at < sql.length()) {
            text.next();
        }
        text.endOfRows();
        return text.out.toString();
    }

    private void next() {
        char first = sql.charAt(at);
        if (Character.isWhitespace(first)) {
            at++;
            blank = true;
        } else if (ahead("--") || first == '#' && !doubleQuotesName) {
            skip(first == '#' ? "#" : "--", "\n");
        } else if (ahead("/*")) {
            skip("/*", "*/");
        } else if (first == '\'' || first == '"' && !doubleQuotesName) {
            quoted(first, !doubleQuotesName);
            add("?");
        } else if (first == '"' || first == '`') {
            int from = at;
            quoted(first, false);
            add(sql.substring(from, at));
        } else if (first == '$') {
            dollar();
        } else if (digit(at) || first == '.' && digit(at + 1)) {
            number();
        } else if (Character.isJavaIdentifierStart(first)) {
            word();
        } else {
            at++;
            add(String.valueOf(first));
        }
    }

    private boolean ahead(String text) {
        return sql.startsWith(text, at);
    }

    private boolean digit(int index) {
        return index < sql.length() && Character.isDigit(sql.charAt(index));
    }

    private void skip(String opening, String end) {
        int found = sql.indexOf(end, at + opening.length());
        at = found < 0 ? sql.length() : found + end.length();
        blank = true;
    }

    /** A quote in it is doubled, or has a backslash before it. */
    private void quoted(char quote, boolean backslashes) {
        at++;
        while (at < sql.length()) {
            char each = sql.charAt(at);
            at++;
            if (each == '\\' && backslashes) {
                at++;
            } else if (each == quote) {
                if (at < sql.length() && sql.charAt(at) == quote) {
                    at++;
                } else {
                    return;
                }
            }
        }
        at = sql.length();
    }

    /** {@code $1} is a parameter; {@code $$…$$} and {@code $tag$…$tag$} are literals. */
    private void dollar() {
        int end = at + 1;
        while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        if (!digit(at + 1) && end < sql.length() && sql.charAt(end) == '$') {
            String tag = sql.substring(at, end + 1);
            int close = sql.indexOf(tag, end + 1);
            at = close < 0 ? sql.length() : close + tag.length();
            add("?");
        } else {
            add(sql.substring(at, end));
            at = end;
        }
    }

    private void number() {
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '.'
                || "+-".indexOf(sql.charAt(at)) >= 0 && "eE".indexOf(sql.charAt(at - 1)) >= 0)) {
            at++;
        }
        add("?");
    }

    private void word() {
        int from = at;
        while (at < sql.length() && Character.isJavaIdentifierPart(sql.charAt(at))) {
            at++;
        }
        String word = sql.substring(from, at);
        if (ahead("'") && PREFIXES.contains(word.toLowerCase(Locale.ROOT))) {
            quoted('\'', !doubleQuotesName || word.equalsIgnoreCase("e"));
            add("?");
        } else {
            add(word);
        }
    }

    private void add(String token) {
        if (depth < rowDepth && !token.equals(",") && !token.equals("(")) {
            endOfRows();
        }
        if (blank && out.length() > 0) {
            out.append(' ');
        }
        blank = false;
        switch (token) {
            case "(" -> open();
            case ")" -> close();
            default -> {
                out.append(token);
                folds &= !token.equalsIgnoreCase("select");
            }
        }
        last = token;
    }

    private void open() {
        out.append('(');
        depth++;
        folds = false;
        if (last.equalsIgnoreCase("in")) {
            listDepth = depth;
            listStart = out.length();
            folds = true;
        } else if (last.equalsIgnoreCase("values") || last.equalsIgnoreCase("value")) {
            rowDepth = depth;
            firstRowEnd = 0;
        }
    }

    private void close() {
        if (depth == listDepth) {
            if (folds) {
                out.setLength(listStart);
                out.append('…');
            }
            listDepth = -1;
        }
        out.append(')');
        if (depth == rowDepth) {
            if (firstRowEnd == 0) {
                firstRowEnd = out.length();
            } else {
                out.setLength(firstRowEnd);
                moreRows = true;
            }
        }
        depth--;
    }

    private void endOfRows() {
        if (moreRows) {
            out.append(", …");
        }
        moreRows = false;
        rowDepth = -1;
    }
}
