package dev.regatta.cli;

import dev.regatta.explore.Axis;
import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.findings.Claim;
import dev.regatta.findings.Claims;
import dev.regatta.report.FindingsPage;
import dev.regatta.findings.Studies;
import dev.regatta.findings.Study;
import dev.regatta.host.AtomicFile;
import dev.regatta.report.html.ExplorationPlot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** {@code regatta findings}: what published comparisons claim, and what was seen. */
@Command(name = "findings", header = "Answers the claims of published comparisons from stored explorations.", description = {
        "Writes docs/findings.md and its plots from the explorations in findings/. With --measure it first measures those that"
                + " are missing, and goes on with one that was interrupted.",
        ""})
final class FindingsCommand implements Callable<Integer> {

    private static final Path PAGE = Path.of("docs", "findings.md");

    private final Regatta regatta;

    @Option(names = "--measure", description = "measure what is missing, which takes about three minutes for each exploration")
    private boolean measure;

    FindingsCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        Path home = Regatta.home().toAbsolutePath();
        List<Study> studies = Claims.all().stream().flatMap(claim -> claim.studies().stream()).distinct().toList();
        if (measure) {
            for (Study study : studies) {
                int code = measured(study, home.resolve(study.file()));
                if (code != Exits.GOOD) {
                    return code;
                }
            }
        }
        Map<String, Exploration> stored = stored(home, studies);
        AtomicFile.write(home.resolve(PAGE), page(stored));
        stored.forEach((id, exploration) -> AtomicFile.write(home.resolve("docs").resolve(FindingsPage.plot(id)),
                plot(exploration)));
        regatta.out().println(PAGE + " answers " + Claims.all().size() + " claims from " + stored.size()
                + " of " + studies.size() + " explorations");
        return Exits.GOOD;
    }

    /** The page of what is stored. */
    static String page(Map<String, Exploration> stored) {
        List<Claim> claims = Claims.all();
        return FindingsPage.of(claims, new Studies(stored));
    }

    /** The view of an exploration that its claims are about. */
    static String plot(Exploration exploration) {
        return ExplorationPlot.svg(exploration, exploration.facts().plan().axis() == Axis.LOAD
                ? ExplorationPlot.View.LATENCY
                : ExplorationPlot.View.ACHIEVED);
    }

    /** What is stored of these studies. */
    static Map<String, Exploration> stored(Path home, List<Study> studies) {
        Map<String, Exploration> stored = new LinkedHashMap<>();
        studies.forEach(study -> {
            Path file = home.resolve(study.file());
            if (Files.isRegularFile(file)) {
                stored.put(study.id(), ExplorationFile.read(file));
            }
        });
        return stored;
    }

    private int measured(Study study, Path file) {
        List<String> arguments = new ArrayList<>(List.of("explore", "--file", file.toString()));
        if (Files.isRegularFile(file)) {
            if (ExplorationFile.read(file).facts().complete()) {
                return Exits.GOOD;
            }
            arguments.add("--resume");
        } else {
            arguments.addAll(study.arguments());
        }
        regatta.progress("measuring " + study.id());
        return regatta.also(arguments);
    }
}
