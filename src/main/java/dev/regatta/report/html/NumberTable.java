package dev.regatta.report.html;

import java.util.List;

/** A table whose first column names its rows, the others numbers. */
final class NumberTable {

    private NumberTable() {
    }

    /**
     * Writes it.
     *
     * @param name its name for screen readers
     * @param rows as many entries each as there are headings; what follows a line feed in one is written small
     */
    static void write(Markup page, String name, List<String> headings, List<List<String>> rows) {
        page.in("div", () -> page.in("table", () -> {
            page.in("thead",
                    () -> page.in("tr", () -> headings.forEach(heading -> page.leaf("th", heading, "scope", "col"))));
            page.in("tbody", () -> rows.forEach(row -> page.in("tr", () -> {
                page.leaf("th", row.getFirst(), "scope", "row");
                row.stream().skip(1).forEach(entry -> page.in("td", () -> {
                    String[] lines = entry.split("\n", 2);
                    page.text(lines[0]);
                    if (lines.length > 1) {
                        page.leaf("span", lines[1], "class", "count quiet");
                    }
                }));
            })));
        }, "class", "numbers"), "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name);
    }
}
