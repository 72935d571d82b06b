package dev.regatta.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

/** Damages JSON as editors, merges, full disks and attackers do: one to three times, at places drawn from a seed. */
final class Mutator {

    private static final Pattern VALUE = Pattern
            .compile("\"(?:[^\"\\\\]++|\\\\.)*+\"(?!\\s*:)|-?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|true|false|null");
    private static final Pattern ENTRY = Pattern.compile("\"(?:[^\"\\\\]++|\\\\.)*+\"\\s*:\\s*"
            + "(?:\"(?:[^\"\\\\]++|\\\\.)*+\"|-?\\d[\\d.eE+-]*|true|false|null|\\[]|\\{})\\s*,?");
    private static final List<String> ODD = List.of("0", "-1", "1e308", "-0.0", "NaN", "1e-300",
            "99999999999999999999999",
            "2147483648", "0.5", "null", "true", "[]", "{}", "\"\"", "\"../../../etc/passwd\"", "\"../elsewhere\"",
            "\"\\u0000\"",
            "\"<script>alert(1)</script>\"", "\"postgresql/x/virtual/select-1\"", "\"" + "x".repeat(5_000) + "\"",
            "[[[[]]]]",
            "\"%s%n\"", "\"\\uD800\"");

    private final SplittableRandom random;

    Mutator(long seed) {
        random = new SplittableRandom(seed);
    }

    /** {@code text}, damaged. */
    String damaged(String text) {
        String damaged = text;
        for (int i = 0; i <= random.nextInt(3); i++) {
            damaged = damaged.isEmpty() ? "[" : once(damaged);
        }
        return damaged;
    }

    private String once(String text) {
        int at = random.nextInt(text.length());
        int end = Math.min(text.length(), at + 1 + random.nextInt(40));
        return switch (random.nextInt(8)) {
            case 0 -> text.substring(0, at) + (char) random.nextInt(32, 127) + text.substring(at + 1);
            case 1 -> text.substring(0, at) + text.substring(end);
            case 2 -> text.substring(0, end) + text.substring(at);
            case 3 -> text.substring(0, at);
            case 4 -> without(text, ENTRY, at);
            case 5 -> swapped(text, at);
            default -> replaced(text, VALUE, at, ODD.get(random.nextInt(ODD.size())));
        };
    }

    private static String without(String text, Pattern pattern, int from) {
        return replaced(text, pattern, from, "");
    }

    private static String replaced(String text, Pattern pattern, int from, String by) {
        var matcher = pattern.matcher(text);
        return matcher.find(from) || matcher.find(0)
                ? text.substring(0, matcher.start()) + by + text.substring(matcher.end())
                : text;
    }

    /** Two values in each other's place. */
    private String swapped(String text, int from) {
        var found = new ArrayList<int[]>();
        var matcher = VALUE.matcher(text);
        matcher.region(from, text.length());
        while (matcher.find() && found.size() < 50) {
            found.add(new int[]{matcher.start(), matcher.end()});
        }
        if (found.size() < 2) {
            return text;
        }
        int[] first = found.getFirst();
        int[] other = found.get(1 + random.nextInt(found.size() - 1));
        return text.substring(0, first[0]) + text.substring(other[0], other[1]) + text.substring(first[1], other[0])
                + text.substring(first[0], first[1]) + text.substring(other[1]);
    }
}
