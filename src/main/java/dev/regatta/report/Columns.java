package dev.regatta.report;

import java.util.List;
import java.util.function.IntPredicate;

/** The columns of a table of text, each as wide as its longest entry. */
final class Columns {

    private Columns() {
    }

    /**
     * The form of a line, for {@code String.format}; indented, columns a space apart.
     *
     * @param rows    the headings and all rows, equally long
     * @param numbers which columns are aligned at their ends
     */
    static String form(List<List<String>> rows, IntPredicate numbers) {
        var form = new StringBuilder(" ");
        for (int i = 0; i < rows.getFirst().size(); i++) {
            int column = i;
            int width = rows.stream().mapToInt(row -> row.get(column).length()).max().orElseThrow();
            form.append(numbers.test(i) ? " %" : " %-").append(Math.max(1, width)).append("s");
        }
        return form.toString();
    }
}
