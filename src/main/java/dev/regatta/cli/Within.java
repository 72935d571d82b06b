package dev.regatta.cli;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How precisely a ratio is asked for: half the width of its interval, relative to it. */
final class Within {

    /** What is expected of a text. */
    static final String EXPECTED = "a percentage from 0.5% to 50%, like 3%";

    /** A percentage. */
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,2})?)%");

    /** Known differences between forks alone leave more than this. */
    private static final double NARROWEST = 0.005;

    private static final double WIDEST = 0.5;

    private Within() {
    }

    /** The share that a text like {@code 3%} says; empty where it is not {@value #EXPECTED}. */
    static Optional<Double> of(String text) {
        return Optional.of(PERCENT.matcher(text)).filter(Matcher::matches)
                .map(percent -> Double.parseDouble(percent.group(1)) / 100)
                .filter(share -> share >= NARROWEST && share <= WIDEST);
    }
}
