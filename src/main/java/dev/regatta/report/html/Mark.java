package dev.regatta.report.html;

import dev.regatta.gate.Verdict;

/**
 * How a verdict is marked.
 *
 * @param symbol a sign, which its colour only repeats
 * @param tone   the style class of its colour
 */
record Mark(String symbol, String tone) {

    /** The mark of a verdict. */
    static Mark of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Unchanged unchanged -> new Mark("=", "good");
            case Verdict.SameInputs same -> new Mark("≡", "good");
            case Verdict.NotRaced notRaced -> new Mark("~", "good");
            case Verdict.Accepted accepted -> new Mark("▽", "good");
            case Verdict.Improved improved -> new Mark("▲", "good");
            case Verdict.Regressed regressed -> new Mark("✗", "bad");
            case Verdict.Invalid invalid -> new Mark("!", "bad");
            case Verdict.Inconclusive inconclusive -> new Mark("?", "doubt");
            case Verdict.Incomparable incomparable -> new Mark("≠", "doubt");
        };
    }

    /** Writes the sign. */
    void write(Markup page) {
        page.leaf("span", symbol, "class", "symbol", "aria-hidden", "true");
    }
}
