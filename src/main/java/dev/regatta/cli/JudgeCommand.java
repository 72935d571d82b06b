package dev.regatta.cli;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineChange;
import dev.regatta.baseline.BaselineReview;
import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Acceptance;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.protocol.CellId;
import dev.regatta.report.ChangesTable;
import dev.regatta.report.ConsoleReport;
import dev.regatta.run.ReportFiles;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code regatta judge}: verdicts from result files, once more or of a run in parts. */
@Command(name = "judge", header = "Judges result files again, or merges those of one run in parts.", description = {
        "Judges results again: verdicts are functions of what was measured and of the"
                + " baselines, so that the same files give the same bytes. Several files are the parts of one run that was split"
                + " over jobs; they must be of one commit, measured in equal environments, and share no cell. With"
                + " -Dregatta.manifest=baselines every cell of the baselines must be among theirs.",
        "",
        "With -Dregatta.base=<folder> the baselines are those of a branch that starts from another one, whose baseline files"
                + " are there: what it does to them is printed, and refused where it lets the gate see less without a"
                + " measurement and a reason. The results must have been measured with the same -Dregatta.latency, address, tls,"
                + " connections, server.connections, jvm.options and jdks as this command has, none by default: both arms"
                + " of a race have them, and they may hide what a branch loses.",
        ""}, footer = {
                "", "Example: judge what the jobs of a matrix left behind",
                "  regatta judge postgresql/results.jsonl.gz mariadb/results.jsonl.gz --json verdicts.json"})
final class JudgeCommand implements Callable<Integer> {

    private final Regatta regatta;

    @Parameters(arity = "1..*", paramLabel = "<file>", description = "results of a run, target/regatta/results.jsonl.gz for example")
    private List<Path> files;

    @Mixin
    private BaselineFolder baselines;

    @Option(names = "--json", paramLabel = "<file>", description = "also write the verdicts there")
    private Optional<Path> json = Optional.empty();

    @Option(names = "--html", paramLabel = "<file>", description = "also write the report there as a page")
    private Optional<Path> html = Optional.empty();

    JudgeCommand(Regatta regatta) {
        this.regatta = regatta;
    }

    @Override
    public Integer call() {
        Settings settings = regatta.settings("judge");
        Shards given = Shards.read(files);
        if (settings.base().isPresent() || !settings.shaping().isEmpty()) {
            given.measuredWith(files, settings);
        }
        Shards shards = settings.manifestIsBaselines() ? expecting(given, settings.base()) : given;
        Map<Dialect, Baseline> stored = baselines.read(shards.databases());
        GateReport report = settings.base().map(base -> reviewed(base, shards, stored))
                .orElseGet(() -> shards.judge(stored));
        PrintWriter out = regatta.out();
        out.print(new ConsoleReport(Regatta.colour()).text(report));
        out.print(ChangesTable.text(report.changes()));
        json.ifPresent(file -> ReportFiles.verdicts(file, report));
        html.ifPresent(file -> ReportFiles.html(file, report, shards.merged(), stored, files));
        regatta.tell(settings.results(), report, shards.merged());
        return Exits.of(report);
    }

    /**
     * Expects the cells of the base branch as well: where a test is deleted together with its entry, only the base
     * branch still names the cell.
     */
    private Shards expecting(Shards given, Optional<Path> base) {
        Shards ours = given.expecting(baselines.read().values());
        return base.map(place -> ours.expecting(Baselines.of(place, List.of(Dialect.values())).values())).orElse(ours);
    }

    private GateReport reviewed(Path place, Shards shards, Map<Dialect, Baseline> stored) {
        Map<Dialect, Baseline> base = Baselines.of(place, List.of(Dialect.values()));
        Map<Dialect, Baseline> own = baselines.read(List.of(Dialect.values()));
        stored.replaceAll((database, head) -> BaselineReview
                .merged(base.getOrDefault(database, Baseline.empty(database)), head));
        List<BaselineChange> changes = BaselineReview.of(base, own,
                cell -> shards.manifest().stream().map(CellId::onAnyJdk).anyMatch(cell::equals));
        return new Acceptance(base, own, changes).of(Gate.review(shards.judge(stored), stored, changes),
                shards.merged());
    }
}
