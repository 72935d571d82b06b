package dev.regatta.report;

import dev.regatta.baseline.BaselineChange.Difference;
import dev.regatta.baseline.BaselineChange;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a branch does to the baselines, old to new with the reasons; what lets the gate see less is marked. */
public final class ChangesTable {

    private static final String LOOSER = "LOOSER";

    private ChangesTable() {
    }

    /** For a terminal; empty when nothing changed. */
    public static String text(List<BaselineChange> changes) {
        if (changes.isEmpty()) {
            return "";
        }
        var text = new StringBuilder("THE BASELINES CHANGE: " + counts(changes) + "\n");
        byPlace(changes).forEach((place, there) -> {
            text.append("  ").append(place).append('\n');
            there.forEach(change -> {
                text.append("    ").append(line(change.what())).append(": ").append(kind(change)).append('\n');
                differences(change, words -> words, words -> words + " (" + LOOSER + ")")
                        .forEach(line -> text.append("      ").append(line).append('\n'));
                if (!change.reason().isBlank()) {
                    text.append("      reason: ").append(line(change.reason())).append('\n');
                }
                change.problem().ifPresent(problem -> text.append("      REFUSED: ").append(line(problem))
                        .append('\n'));
            });
        });
        return text.toString();
    }

    /** For a pull request; empty when nothing changed. */
    public static String markdown(List<BaselineChange> changes) {
        return String.join("", markdownBlocks(changes));
    }

    /** The same in pieces of whole lines, of which any number from the first on is valid Markdown. */
    static List<String> markdownBlocks(List<BaselineChange> changes) {
        if (changes.isEmpty()) {
            return List.of();
        }
        return Stream.concat(
                Stream.of("### The baselines change: " + Markdown.escaped(counts(changes)) + "\n\n"
                        + "| environment | what | | old -> new | reason |\n|---|---|---|---|---|\n"),
                changes.stream().map(ChangesTable::row)).toList();
    }

    private static String row(BaselineChange change) {
        String differences = differences(change, Markdown::escaped,
                words -> Markdown.escaped(words) + " **" + LOOSER + "**").collect(Collectors.joining("<br>"));
        String problem = change.problem().map(why -> (change.reason().isBlank() ? "" : "<br>") + "**REFUSED:** "
                + Markdown.escaped(why)).orElse("");
        return "| " + String.join(" | ", Markdown.escaped(change.database() + ", " + change.where()),
                Markdown.escaped(change.what()), kind(change), differences,
                Markdown.escaped(change.reason()) + problem) + " |\n";
    }

    private static Stream<String> differences(BaselineChange change, Function<String, String> plain,
            Function<String, String> looser) {
        return change.differences().stream().map((Difference difference) -> difference.looser()
                ? looser.apply(line(difference.change().toString()))
                : plain.apply(line(difference.change().toString())));
    }

    private static LinkedHashMap<String, List<BaselineChange>> byPlace(List<BaselineChange> changes) {
        return changes.stream().collect(Collectors.groupingBy(
                change -> change.database() + ", " + line(change.where()), LinkedHashMap::new, Collectors.toList()));
    }

    private static String kind(BaselineChange change) {
        return change.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String counts(List<BaselineChange> changes) {
        long looser = changes.stream().filter(BaselineChange::looser).count();
        long refused = changes.stream().filter(change -> change.problem().isPresent()).count();
        return Words.counted(changes.size(), "difference") + ", " + looser + " let the gate see less, " + refused
                + " refused";
    }

    /** Text of a file on one line. */
    private static String line(String text) {
        return Plain.line(text).strip();
    }
}
