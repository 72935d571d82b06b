package dev.regatta.report.html;

import java.util.Locale;

/**
 * Maps a range of numbers to pixels of a drawing, evenly. What lies outside the range is drawn at its edge.
 *
 * @param from  the number drawn at {@code first}
 * @param to    the number drawn at {@code last}, larger than {@code from}
 * @param first the pixel of {@code from}
 * @param last  the pixel of {@code to}; may be smaller than {@code first}
 */
record Scale(double from, double to, double first, double last) {

    /** Checks the range. */
    Scale {
        if (!(from < to)) {
            throw new IllegalArgumentException("a scale from " + from + " to " + to + " has no range");
        }
    }

    /** The pixel of a number. */
    double at(double number) {
        return first + (Math.clamp(number, from, to) - from) / (to - from) * (last - first);
    }

    /** The pixel of a number with as many digits as can be seen. */
    String pixel(double number) {
        return pixels(at(number));
    }

    /** Whether a number lies in the range. */
    boolean shows(double number) {
        return number >= from && number <= to;
    }

    /** A length in pixels, at most one decimal. */
    static String pixels(double length) {
        String text = String.format(Locale.ROOT, "%.1f", length);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
