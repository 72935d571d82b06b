package dev.regatta.report.html;

import dev.regatta.gate.Verdict;

/**
 * How a verdict is marked.
 *
 * @param symbol a sign, which its colour only repeats
 * @param tone   the style class of its colour
 */
record Mark(String symbol, String tone) {

    /** The mark of a verdict; a declared loss has one of its own. */
    static Mark of(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Unchanged same -> new Mark(same.declared().isEmpty() ? "=" : "▽", "good");
            case Verdict.NotRaced checked -> new Mark("~", "good");
            case Verdict.Improved better -> new Mark("▲", "good");
            case Verdict.Regressed lost -> new Mark("✗", "bad");
            case Verdict.Invalid invalid -> new Mark("!", "bad");
            case Verdict.Inconclusive undecided -> new Mark("?", "doubt");
        };
    }

    /** Writes the sign. */
    void write(Markup page) {
        page.leaf("span", symbol, "class", "symbol", "aria-hidden", "true");
    }
}
