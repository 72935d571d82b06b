package dev.regatta.recipe;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a version says besides its number: {@code 42.2.20.jre7} is the variant {@code jre7} of 42.2.20, {@code 0.9.0.M2}
 * is a milestone. {@code RELEASE}, {@code Final} and {@code GA} say nothing.
 *
 * @param name      lower case; empty for the plain release
 * @param milestone whether the version came before its release
 */
record Variant(String name, boolean milestone) {

    private static final Pattern NUMBER = Pattern.compile("\\d+([._-]\\d+)*");
    private static final Pattern MILESTONE = Pattern
            .compile("(alpha|beta|a|b|m|mr|milestone|rc|cr|dmr|ea|pre|preview|dev|snapshot)\\d*");
    private static final List<String> PLAIN = List.of("", "release", "final", "ga");

    /** What {@code version} says. */
    static Variant of(String version) {
        Matcher number = NUMBER.matcher(version);
        String rest = number.lookingAt() ? version.substring(number.end()) : version;
        var words = Arrays.stream(rest.toLowerCase(Locale.ROOT).split("[._+-]")).filter(word -> !PLAIN.contains(word))
                .toList();
        return new Variant(
                words.stream().filter(word -> !MILESTONE.matcher(word).matches() && !word.matches("\\d+"))
                        .collect(Collectors.joining(".")),
                words.stream().anyMatch(word -> MILESTONE.matcher(word).matches()));
    }
}
