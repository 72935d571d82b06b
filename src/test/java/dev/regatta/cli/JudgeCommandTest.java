package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.gate.Books;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Inputs;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.results.WrittenRun;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

@Execution(ExecutionMode.CONCURRENT)
class JudgeCommandTest extends CommandTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");
    private static final CellMeasurement LOST = SimulatedCell.duel(2).cell(OTHER).with(Arm.CANDIDATE, 0.1, 12, 6)
            .after(128);

    @TempDir
    Path folder;

    @BeforeEach
    void baseline() {
        Books.store(folder, Books.baseline());
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws IOException {
        String first = write("first.json", 1, SimulatedCell.duel(1).after(512));
        String second = write("second.json", 2, LOST);
        assertThat(run("judge", first, second, "--baselines", folder.toString(), "--json", at("a.json")))
                .isEqualTo(Exits.REGRESSED);
        String printed = out.toString();
        out.getBuffer().setLength(0);
        assertThat(run("judge", first, second, "--baselines", folder.toString(), "--json", at("b.json")))
                .isEqualTo(Exits.REGRESSED);
        assertThat(out.toString()).isEqualTo(printed).contains("2 cells: 1 regressed, 1 unchanged");
        assertThat(Path.of(at("a.json"))).hasSameBinaryContentAs(Path.of(at("b.json")));
        assertThat(Files.readString(Path.of(at("a.json")))).contains("\"kind\" : \"unchanged\"");
    }

    /** The baseline holds point-select, and this run rows-1000 only: a test that is gone is not a pass. */
    @Test
    void aCellOfTheBaselinesThatNoPartJudgedIsNoPassIfAllMustBe() throws IOException {
        String part = write("part.json", 1, SimulatedCell.duel(2).cell(OTHER).after(512));
        assertThat(run("judge", part, "--baselines", folder.toString())).isEqualTo(Exits.GOOD);
        assertThat(run("judge", part, "--baselines", folder.toString(), "-Dregatta.manifest=baselines"))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).contains("was not judged");
    }

    /** The branch deleted the test and its entry; only the base still knows of the cell. */
    @Test
    void aCellOfTheBaseThatNoPartJudgedIsNoPassEither() throws IOException {
        String part = write("part.json", 1, SimulatedCell.duel(2).cell(OTHER).after(512));
        Path head = folder.resolve("head");
        Books.store(head, Books.of(Books.HERE, SimulatedCell.book(1).cell(OTHER).after(128)));
        assertThat(run("judge", part, "--baselines", head.toString(), "-Dregatta.manifest=baselines"))
                .isEqualTo(Exits.GOOD);
        run("judge", part, "--baselines", head.toString(), "-Dregatta.manifest=baselines", "-Dregatta.base=" + folder);
        assertThat(out.toString()).contains(SimulatedCell.CELL + ": was not judged");
    }

    /** No server ran for it, so that the file says nothing of where it was measured. */
    @Test
    void aCellWithTheInputsOfTheBaseIsAPassWithoutHavingBeenMeasured() throws IOException {
        var inputs = new Inputs(new TreeMap<>(Map.of("classes", "0".repeat(64))));
        var both = new TreeMap<>(Map.of(Arm.CANDIDATE, inputs, Arm.BASELINE, inputs));
        var nothing = SimulatedCell.book(1).cell(OTHER).after(0);
        assertThat(run("judge", write("spared.json", 1, Measured.depending(nothing, both)), "--baselines",
                folder.toString(), "--html",
                at("spared.html"))).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("1 cell: 1 not raced (same inputs)");
        both.put(Arm.BASELINE, inputs.with("classes", "1".repeat(64)));
        assertThat(run("judge", write("other.json", 1, Measured.depending(nothing, both)), "--baselines",
                folder.toString()))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(run("judge", write("failed.json", 1, Measured.failed(Measured.depending(nothing, Map.of(
                Arm.CANDIDATE, inputs, Arm.BASELINE, inputs)), "died")), "--baselines", folder.toString()))
                .isEqualTo(Exits.NO_VERDICT);
    }

    @Test
    void exitCodesTellWhatWasFound() throws IOException {
        assertThat(run("judge", write("same.json", 1, SimulatedCell.duel(1).after(512)), "--baselines",
                folder.toString())).isEqualTo(Exits.GOOD);
        assertThat(run("judge", write("short.json", 1, SimulatedCell.duel(1).after(8)), "--baselines",
                folder.toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(run("judge", write("lost.json", 1, LOST), "--baselines", folder.toString()))
                .isEqualTo(Exits.REGRESSED);
        assertThat(run("judge")).isEqualTo(Exits.USAGE);
    }

    @Test
    void thePageNamesACommandThatRacesTheSameTwoArms() throws IOException {
        assertThat(run("judge", write("lost.json", 7, LOST), "--baselines", folder.toString(), "--html",
                at("report.html"))).isEqualTo(Exits.REGRESSED);
        String page = Files.readString(Path.of(at("report.html")));
        assertThat(page).contains("href=\"lost.json\"");
        var command = Pattern.compile("\\./regatta (compare [^<]+)").matcher(page);
        assertThat(command.find()).isTrue();
        run(command.group(1));
        DuelRequest again = races.getFirst();
        assertThat(again.cells()).containsExactly(OTHER);
        assertThat(again.baseline().roots()).contains(DRIVER + "42.2.21");
        assertThat(again.candidate().roots()).contains(DRIVER + "42.7.14");
        assertThat(again.connections()).hasValue(LOST.setup().connections());
        assertThat(again.seed()).hasValue(7L);
    }

    @Test
    void withoutABaselineThereIsNoVerdict() throws IOException {
        String file = write("book.json", 1, SimulatedCell.book(1).after(256));
        assertThat(run("judge", file, "--baselines", at("nothing"))).isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).contains("there is no baseline of postgresql");
    }

    @Test
    void aBranchThatAcceptsALossShowsItAndPasses() {
        String file = slower("head", "a slower driver with a fix", 0.8);
        String out = judged(file);
        assertThat(out).contains("THE BASELINES CHANGE: 1 difference, 1 let the gate see less, 0 refused")
                .contains("    postgresql/pgjdbc+hikari/platform/select-1: changed")
                .contains("      reason: a slower driver with a fix").contains("% worse (LOOSER)")
                .contains("1 cell: 1 not raced (same inputs)");
        assertThat(exit).isEqualTo(Exits.GOOD);
    }

    @Test
    void withoutAReasonOfItsOwnItFails() {
        assertThat(judged(slower("head", "first measurement", 0.8))).contains("REFUSED: the entry of")
                .contains("1 cell: 1 not raced (same inputs)");
        assertThat(exit).isEqualTo(Exits.REGRESSED);
    }

    @Test
    void anEntryThatClaimsLessThanWasMeasuredFails() {
        assertThat(judged(slower("head", "roomy", 0.5))).contains("1 cell: 1 not raced (same inputs)")
                .contains("REFUSED: the entry of postgresql/pgjdbc+hikari/platform/select-1 claims less than this run"
                        + " measured (throughput is 1.567 [");
        assertThat(exit).isEqualTo(Exits.REGRESSED);
    }

    private int exit;

    /** What is said of a candidate that does 80 % of what the base's did. */
    private String judged(String head) {
        String file = write("run.json", 1, SimulatedCell.check(6).with(Arm.CANDIDATE, 0.8, 1, 1).after(16));
        exit = run("judge", file, "--baselines", head, "-Dregatta.base=" + folder);
        return out.toString();
    }

    /** Baselines in which the candidate is so much of what it is in the base. */
    private String slower(String name, String reason, double throughput) {
        var run = ShardsTest.results(5, List.of(SimulatedCell.CELL),
                SimulatedCell.book(5).with(Arm.CANDIDATE, throughput, 1, 1).after(256));
        var later = new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), "2026-12-24T18:00:00Z",
                "def5678", run.facts().seed(), true,
                run.facts().manifest(), run.facts().environments(), run.facts().settings()), run.cells());
        Books.store(folder.resolve(name), BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.of(Books.baseline()),
                later, reason));
        return at(name);
    }

    /** A committed {@code .mvn/maven.config} reaches both arms of a race. */
    @Test
    void aRunWithSettingsThatTheJudgeDoesNotHaveIsNotJudgedForABranch() {
        String base = "-Dregatta.base=" + folder;
        for (Map.Entry<String, String> set : Map.of("regatta.latency", "50ms", "regatta.connections", "1",
                "regatta.server.connections", "20", "regatta.jvm.options", "-Xint", "regatta.jdks", "21",
                "regatta.baseline", "update").entrySet()) {
            String file = write("blunt.json", new TreeMap<>(Map.ofEntries(set)));
            String setting = "-D" + set.getKey() + "=" + set.getValue();
            assertThat(run("judge", file, "--baselines", folder.toString(), base)).as(setting)
                    .isEqualTo(Exits.NO_VERDICT);
            assertThat(err.toString()).contains("regatta: " + file + " was measured with " + setting
                    + ", and this command has none of these settings: both arms of a race have such a setting, which"
                    + " may hide a loss; measure again without it, or give this command the same");
            // New baselines are judged by nobody.
            assertThat(run("judge", file, "--baselines", folder.toString(), base, setting)).as(setting)
                    .isEqualTo(setting.endsWith("=update") ? Exits.USAGE : Exits.GOOD);
            assertThat(run("judge", file, "--baselines", folder.toString())).as("no branch").isEqualTo(Exits.GOOD);
        }
    }

    @Test
    void aRunThatDoesNotTellItsSettingsIsNotJudgedForABranch() throws IOException {
        String silent = write("silent.json", new TreeMap<>());
        Path file = Path.of(silent);
        Files.writeString(file, Files.readString(file).replace(",\"given\":{}", ""));
        assertThat(run("judge", silent, "--baselines", folder.toString(), "-Dregatta.base=" + folder))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: " + file + " record 1").contains("given");
        String plain = write("plain.json", new TreeMap<>());
        assertThat(run("judge", plain, "--baselines", folder.toString(), "-Dregatta.base=" + folder))
                .isEqualTo(Exits.GOOD);
        assertThat(run("judge", plain, "--baselines", folder.toString(), "-Dregatta.base=" + folder,
                "-Dregatta.latency=1ms")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("was measured with none of these settings, and this command has"
                + " -Dregatta.latency=1ms");
    }

    private String write(String name, SortedMap<String, String> given) {
        var run = ShardsTest.results(1, List.of(SimulatedCell.CELL), SimulatedCell.duel(1).after(512));
        var facts = run.facts();
        WrittenRun.write(folder.resolve(name),
                new MeasuredRun(new RunFacts(facts.schema(), facts.tool(), facts.started(), facts.commit(),
                        facts.seed(), facts.complete(), facts.manifest(), facts.environments(), facts.settings(),
                        given), run.cells()));
        return at(name);
    }

    @Test
    void filesThatCannotBeReadAreNamed() throws IOException {
        Files.writeString(folder.resolve("broken.json"), "{");
        assertThat(run("judge", at("broken.json"))).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: " + at("broken.json") + " record 1 line 1 column 2: ");
        assertThat(run("judge", at("missing.json"))).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: there are no results at " + at("missing.json"));
        String file = write("same.json", 1, SimulatedCell.duel(1).after(16));
        assertThat(run("judge", file, file)).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: " + file + " is given twice");
    }

    private String write(String name, long seed, CellMeasurement cell) {
        WrittenRun.write(folder.resolve(name), ShardsTest.results(seed, List.of(cell.cell()), cell));
        return at(name);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }
}
