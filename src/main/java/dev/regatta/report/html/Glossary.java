package dev.regatta.report.html;

/** The words of the page, for somebody who sees it for the first time. */
final class Glossary {

    private Glossary() {
    }

    /** @param clients whether two clients raced */
    static void write(Markup page, boolean clients) {
        page.in("details", () -> {
            page.leaf("summary", "The words of this page");
            page.in("dl", () -> {
                word(page, "cell", "one client running one workload on one database: the unit that gets a verdict");
                word(page, "arm",
                        "one of those that a measurement compares: the candidate (today's recipe), the baseline ("
                                + (clients ? "the other client" : "the recipe in the baseline file")
                                + "), or the reference (the same bytes without a driver, the wire)");
                word(page, "fork", "one worker JVM");
                word(page, "set",
                        "one fresh fork of each arm; each set is separate evidence");
                word(page, "pair", "one short timed slice of each arm, in random order");
                if (clients) {
                    ofClients(page);
                } else {
                    ofVersions(page);
                }
                word(page, "? inconclusive",
                        "measured, but it says too little, or the baseline knows no such environment");
                word(page, "! invalid", "nothing that could be judged");
                word(page, "loss θ",
                        "20 % trimmed mean of the pairs' logarithms, positive when the candidate is worse");
                word(page, "SE", "its standard error, what differs between forks or runs included");
                word(page, "MDE",
                        "minimum detectable effect: the smallest loss that this measurement would have failed with 95 % probability");
                word(page, "% of wire", "the candidate's throughput relative to the reference's");
                word(page, "pinned park", "a virtual thread that waits and keeps its carrier thread from other work");
            });
        });
    }

    private static void ofVersions(Markup page) {
        word(page, "= unchanged",
                "a loss beyond the limit is ruled out, one-sided: what it is at worst stands below the word");
        word(page, "▽ unchanged (but for a declared loss)",
                "worse, as the branch's own newly measured baseline declares with a reason");
        word(page, "~ not raced (same inputs)",
                "nothing that the cell depends on differs from the baseline's; a short check ruled out a"
                        + " collapse, or the base branch has the same inputs and nothing was measured");
        word(page, "~ not raced (old form not available)",
                "an input differs and its old form could not race; a short check ruled out a collapse");
        word(page, "▲ improved", "better beyond chance, and nothing worse");
        word(page, "✗ regressed", "worse beyond chance, and the limit is not ruled out");
    }

    private static void ofClients(Markup page) {
        word(page, "= alike",
                "a loss beyond the limit is ruled out, one-sided, and no gain is estimated larger than that");
        word(page, "▲ better", "the candidate is better beyond chance, and worse in nothing");
        word(page, "✗ worse", "the candidate is worse beyond chance, and the limit is not ruled out");
    }

    private static void word(Markup page, String word, String meaning) {
        page.leaf("dt", word);
        page.leaf("dd", meaning);
    }
}
