package dev.regatta.report.html;

import dev.regatta.report.Words;

import java.util.Locale;

/** Numbers as labels: few digits, the same in every locale. */
final class Label {

    private Label() {
    }

    /** A quantity with three digits that count, thousands as {@code k} and millions as {@code M}. */
    static String of(double number) {
        if (number >= 999_500) {
            return digits(number / 1e6) + "M";
        }
        return number >= 9_995 ? digits(number / 1e3) + "k" : number >= 999.5 ? Words.grouped(number) : digits(number);
    }

    /** A ratio on an axis. */
    static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio >= 9.95 ? "%.0f" : ratio >= 1.995 ? "%.1f" : "%.2f", ratio);
    }

    private static String digits(double number) {
        String text = String.format(Locale.ROOT, number >= 99.5 ? "%.0f" : number >= 9.95 ? "%.1f" : "%.2f", number);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
