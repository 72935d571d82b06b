package dev.regatta.report.html;

import dev.regatta.protocol.CellId;
import dev.regatta.results.MeasuredRun;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command that races whole web stacks again. What was asked of {@code compare} tells that services raced: their cells
 * look like those of a project's own code.
 *
 * @param run   what was measured
 * @param given what it was given
 */
record ServicesAgain(MeasuredRun run, GivenAgain given) {

    private static final List<String> SERVICES = List.of("--service", "--baseline-service", "--candidate-service");
    private static final List<String> VERSIONS = List.of("--baseline", "--candidate");
    /** What a race says of services whose JVMs have no options of the user's. */
    private static final String NO_OPTIONS = "none";

    /** Whether services raced. */
    boolean raced() {
        return SERVICES.stream().anyMatch(name -> given.told(name).isPresent());
    }

    /** The command for these cells, of one race. */
    String of(List<CellId> cells) {
        List<String> words = new ArrayList<>(List.of("./regatta compare"));
        SERVICES.forEach(name -> say(words, name));
        VERSIONS.forEach(name -> say(words, name));
        words.add("--workload " + Shell.word(cells.stream().map(cell -> cell.workload().replace("()", ""))
                .collect(Collectors.joining(","))));
        cells.stream().flatMap(cell -> cell.client().pool().stream()).findFirst()
                .ifPresent(connections -> words.add("--pool " + connections));
        given.fact(cells, "connections").ifPresent(number -> words.add("--concurrency " + Shell.word(number)));
        cells.stream().map(CellId::database).findFirst().flatMap(given::mode)
                .ifPresent(mode -> words.add("--database " + Shell.word(mode)));
        given.latency(cells).ifPresent(latency -> words.add("--latency " + Shell.word(latency)));
        words.add("--seed " + run.facts().seed());
        given.fact(cells, "jvm.options").filter(options -> !options.equals(NO_OPTIONS))
                .ifPresent(options -> words.add("-Dregatta.jvm.options=" + Shell.word(options)));
        return String.join(" ", words);
    }

    private void say(List<String> words, String name) {
        given.told(name).ifPresent(value -> words.add(name + " " + Shell.word(value)));
    }
}
