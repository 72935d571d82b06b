package dev.regatta.report.html;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ForkStart;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.OwnCode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The command of a project that races its own code again: its build runs the classes of the operations.
 *
 * @param run   what was measured
 * @param given what it was given
 */
record OwnCodeAgain(MeasuredRun run, GivenAgain given) {

    /** What a build runs that did not say. */
    private static final String MAVEN = "mvn verify -Dit.test=" + RunFacts.CLASS;
    private static final Set<String> MODES = Set.of("container", "embedded", "external");
    /** How a base that git has is named: {@code main (5ca4bb4eb1ca)}. */
    private static final Pattern COMMIT = Pattern.compile(".* \\(([0-9a-f]{12})\\)");
    /** These say which class runs, and the command has it. */
    private static final List<String> OF_THE_CLASS = List.of(RunFacts.COMMAND, "it.test");

    /** Whether a cell is a project's own code. */
    static boolean is(CellId cell) {
        return OwnCode.is(cell.workload());
    }

    /** The commit that an arm's code is of; empty if its name tells none, as that of a folder. */
    static Optional<String> commit(ForkStart fork) {
        return Optional.of(COMMIT.matcher(fork.code())).filter(Matcher::matches).map(matcher -> matcher.group(1));
    }

    /** A command for each class, each on a line. */
    String of(List<CellId> cells) {
        Map<String, List<CellId>> classes = cells.stream().collect(
                Collectors.groupingBy(cell -> cell.client().stack(), LinkedHashMap::new, Collectors.toList()));
        return classes.entrySet().stream().map(each -> of(each.getKey(), each.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private String of(String type, List<CellId> cells) {
        var properties = new LinkedHashMap<String, String>();
        if (cells.size() <= Reproduction.NAMED_CELLS) {
            properties.put("regatta.cells", Reproduction.glob(cells));
        }
        // A branch moves, a commit does not.
        cells.stream().flatMap(cell -> run.find(cell).stream()).map(CellMeasurement::forks).flatMap(List::stream)
                .filter(fork -> fork.arm() == Arm.BASELINE).flatMap(fork -> commit(fork).stream()).findFirst()
                .ifPresent(commit -> properties.put(GivenAgain.BASE, commit));
        // A server that the class gives is not the user's to choose.
        cells.stream().map(CellId::database).findFirst().flatMap(given::mode)
                .filter(MODES::contains).ifPresent(mode -> properties.put("regatta.database", mode));
        given.latency(cells).ifPresent(latency -> properties.put("regatta.latency", latency));
        GivenAgain.databases(cells).forEach(database -> properties.putAll(given.image(database)));
        properties.putAll(given.settings(cells));
        given.all().forEach((name, value) -> {
            if (!OF_THE_CLASS.contains(name)) {
                properties.putIfAbsent(name, value);
            }
        });
        properties.remove("regatta.seed");
        properties.put("regatta.seed", Long.toString(run.facts().seed()));
        String command = given.told(RunFacts.COMMAND).orElse(MAVEN);
        return Stream.of(command.replace("'" + RunFacts.CLASS + "'", RunFacts.CLASS)
                .replace(RunFacts.CLASS, Shell.word(type)), given.words(properties)).collect(Collectors.joining(" "));
    }
}
