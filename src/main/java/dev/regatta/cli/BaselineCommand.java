package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Baselines;
import dev.regatta.report.BaselineTable;
import dev.regatta.report.ChangesTable;
import dev.regatta.report.VerdictWords;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code regatta baseline}: the files a run is compared with. */
@Command(name = "baseline", header = "Shows, compares, verifies or updates the baseline files.", description = {
        "Shows, compares, checks and rewrites the baseline files, which docs/baselines.md"
                + " describes.",
        ""})
final class BaselineCommand implements Runnable {

    private final Regatta regatta;

    @Spec
    private CommandSpec spec;

    BaselineCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "say what to do with the baselines: show, diff, verify or update");
    }

    @Command(name = "show", header = "Prints what the baseline files hold.", description = {
            "Prints what the baseline files hold: the recipes, and each cell's distance to"
                    + " the raw wire in each environment (client / wire), with the operations per second it was measured at.",
            ""})
    int show(@Mixin BaselineFolder folder) {
        regatta.out().print(BaselineTable.of(folder.read()));
        return Exits.GOOD;
    }

    @Command(name = "diff", header = "Prints what a branch does to the baselines.", description = {
            "Prints everything that differs between the baseline files of two branches, old -> new with the reasons, and"
                    + " marks what lets the gate see less. Exits with 0 if all of it was measured and says why, with 1 if"
                    + " not. A removed entry is only listed here: `judge` and `mvn verify` refuse it while a test still"
                    + " judges its cell.",
            ""}, footer = {"", "Example: what the checkout does to the baselines of another one beside it",
                    "  regatta baseline diff ../main . --markdown"})
    int diff(
            @Parameters(index = "0", paramLabel = "<base>", description = "checkout of the base branch, or the folder of its baseline files") Path base,
            @Parameters(index = "1", paramLabel = "<head>", description = "checkout of the branch to compare, or the folder of its baseline files") Path head,
            @Option(names = "--markdown", description = "print a Markdown table, for a pull request") boolean markdown) {
        var databases = List.of(Dialect.values());
        var changes = BaselineReview.of(Baselines.of(base, databases), Baselines.of(head, databases), cell -> false);
        regatta.out().print(changes.isEmpty()
                ? "the baselines are the same\n"
                : markdown ? ChangesTable.markdown(changes) : ChangesTable.text(changes));
        return changes.stream().allMatch(change -> change.problem().isEmpty()) ? Exits.GOOD : Exits.REGRESSED;
    }

    @Command(name = "verify", header = "Checks the baseline files.", description = {
            "Checks that the baseline files are exactly what they must be, that every"
                    + " jar of their recipes can be had and has the right checksum, and that every client of the default suite has an entry."
                    + " Exits with 0 if so, with 1 if not.",
            ""})
    int verify(@Mixin BaselineFolder folder) {
        var problems = new ArrayList<String>();
        Map<Dialect, Baseline> baselines = new LinkedHashMap<>();
        for (Dialect database : Dialect.values()) {
            try {
                baselines.put(database, Baselines.read(folder.path(), database));
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage());
            }
        }
        try (ArtifactSource supplies = regatta.artifacts()) {
            var check = new BaselineCheck(supplies::verify);
            baselines.values().forEach(baseline -> problems.addAll(check.problems(baseline)));
        }
        baselines.forEach((database, baseline) -> regatta.out().print(
                Baselines.file(folder.path(), database) + ": " + BaselineCheck.summary(baseline) + "\n"));
        problems.forEach(problem -> regatta.out().print("PROBLEM " + problem + "\n"));
        return problems.isEmpty() ? Exits.GOOD : Exits.REGRESSED;
    }

    @Command(name = "update", header = "Makes baselines of results.", description = {
            "Makes new baselines of the results of `mvn verify"
                    + " -Dregatta.baseline=update`, which measures them and does the same at its end; useful for a run in parts, or"
                    + " one from another machine. Takes all of the run or nothing. Exits with 0 if the files were written, with 2"
                    + " if the results do not suffice.",
            ""})
    int update(
            @Option(names = "--from", split = ",", paramLabel = "<file>", description = "results of the run; several files are its parts, see `judge`") List<Path> from,
            @Option(names = "--reason", paramLabel = "<text>", description = "why, stored with every entry (default: the run's)") Optional<String> reason,
            @Mixin BaselineFolder folder) {
        if (from == null) {
            throw new ParameterException(spec.subcommands().get("update"),
                    "--from is missing: name the results to make baselines of, or measure new ones with `mvn verify"
                            + " -Dregatta.baseline=update`");
        }
        Shards shards = Shards.read(from);
        if (shards.databases().isEmpty()) {
            throw new IllegalArgumentException("the baseline was not updated: the results hold no cell");
        }
        MeasuredRun results = shards.merged();
        Map<Dialect, Baseline> read = folder.read(shards.databases());
        String why = reason.or(shards::reason).orElse(BaselineUpdate.NO_REASON);
        List<Baseline> updated = BaselineUpdate.all(shards.databases(), read, results, why);
        for (Dialect database : shards.databases()) {
            BaselineUpdate.refusal(Optional.ofNullable(read.get(database)),
                    results.facts().environments().get(database),
                    results.ids().stream().filter(cell -> cell.database() == database).toList(), why)
                    .ifPresent(refusal -> {
                        throw new IllegalArgumentException(
                                "the baseline was not updated: " + refusal + ": give it with --reason");
                    });
        }
        Baselines.replace(folder.path(), read, updated)
                .forEach(file -> regatta.out().print("wrote " + file + "\n"));
        BaselineUpdate.removed(read, updated).forEach(gone -> regatta.out().print(gone + "\n"));
        updated.stream().flatMap(VerdictWords::passesTooLate).forEach(noise -> regatta.out().print(noise + "\n"));
        return Exits.GOOD;
    }
}
