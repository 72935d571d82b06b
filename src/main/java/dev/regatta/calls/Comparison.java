package dev.regatta.calls;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The calls of a test beside those of its baseline.
 *
 * @param now what it called
 * @param was the largest of the baseline
 */
record Comparison(Calls now, Calls was) {

    private static final int SHOWN = 3;
    private static final int SHORT = 24;
    private static final int LONGEST = 140;

    /** What is more than it was, what tells most first. */
    List<CallCount> more() {
        return Arrays.stream(CallCount.values()).filter(count -> count.more(now.of(count), was.of(count))).toList();
    }

    /** For example {@code 12 round trips, was 3: "select … from item where order_id = $1" 10 times, was 1}. */
    String sentence() {
        List<String> statements = now.statements().keySet().stream().filter(text -> now.of(text) > was.of(text))
                .sorted(Comparator.comparingLong(text -> was.of(text) - now.of(text))).toList();
        String shown = statements.stream().limit(SHOWN)
                .map(text -> "\"" + shortened(text) + "\" " + times(now.of(text)) + ", was " + was.of(text))
                .collect(Collectors.joining("; "));
        return words(more().get(0)) + (shown.isEmpty() ? "" : ": " + shown)
                + (statements.size() > SHOWN ? "; and " + (statements.size() - SHOWN) + " other statements" : "");
    }

    /** What else is more; empty if nothing is. */
    String others() {
        return more().stream().skip(1).map(this::words).collect(Collectors.joining("; "));
    }

    private String words(CallCount count) {
        return count.words(now.of(count)) + ", was " + was.of(count);
    }

    private static String times(long number) {
        return number == 1 ? "once" : number + " times";
    }

    /** Without the columns that it selects, and without its middle if it is long. */
    static String shortened(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        int from = lower.indexOf(" from ");
        String some = lower.startsWith("select ") && from > SHORT ? "select …" + text.substring(from) : text;
        return some.length() <= LONGEST
                ? some
                : some.substring(0, LONGEST / 2) + " … " + some.substring(some.length() - LONGEST / 2);
    }
}
