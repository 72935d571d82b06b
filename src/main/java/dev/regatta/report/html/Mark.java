package dev.regatta.report.html;

import dev.regatta.gate.VerdictKind;

/**
 * How a verdict is marked.
 *
 * @param symbol a sign, which its colour only repeats
 * @param tone   the style class of its colour
 */
record Mark(String symbol, String tone) {

    /** The mark of a kind of verdict. */
    static Mark of(VerdictKind kind) {
        return switch (kind) {
            case UNCHANGED -> new Mark("=", "good");
            case SAME_INPUTS -> new Mark("≡", "good");
            case NOT_RACED -> new Mark("~", "good");
            case ACCEPTED -> new Mark("▽", "good");
            case IMPROVED -> new Mark("▲", "good");
            case REGRESSED -> new Mark("✗", "bad");
            case INVALID -> new Mark("!", "bad");
            case INCONCLUSIVE -> new Mark("?", "doubt");
            case INCOMPARABLE -> new Mark("≠", "doubt");
        };
    }

    /** Writes the sign. */
    void write(Markup page) {
        page.leaf("span", symbol, "class", "symbol", "aria-hidden", "true");
    }
}
