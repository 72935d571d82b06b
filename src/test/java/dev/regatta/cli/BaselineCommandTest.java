package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.baseline.Baselines;
import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.WrittenRun;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

@Execution(ExecutionMode.CONCURRENT)
class BaselineCommandTest extends CommandTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    @TempDir
    Path folder;

    @Test
    void whatIsThereIsShown() {
        Books.store(folder, Books.baseline());
        assertThat(run("baseline", "show", "--baselines", folder.toString())).isZero();
        assertThat(out.toString()).contains("postgresql, written by Regatta 0.1.0")
                .contains("  pgjdbc+hikari: postgresql 42.7.14, HikariCP 7.1.0")
                .contains("  container PostgreSQL 18.1, Simulated 3000").containsPattern(
                        "postgresql/pgjdbc\\+hikari/platform/select-1 +0\\.7\\d\\d +1\\.\\d\\d\\d +2\\.\\d\\d\\d +\\d+ +256  2026-11-20 abc1234, first measurement");
    }

    @Test
    void nothingToShowIsSaid() {
        assertThat(run("baseline", "show", "--baselines", folder.toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("there is no baseline in " + folder);
    }

    @Test
    void theBaselinesOfThisBuildAreSound() {
        assertThat(run("baseline", "verify", "--baselines", "baselines")).as(out.toString()).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).contains("postgresql.json: 7 recipes").contains("mariadb.json: 4 recipes");
    }

    @Test
    void everyProblemIsNamed() throws IOException {
        Books.store(folder,
                Books.of(Books.HERE, SimulatedCell.book(1)
                        .cell(CellId.of("postgresql/pgjdbc+hikari/platform/gone")).after(256)));
        Files.writeString(folder.resolve("mariadb.json"), "{}");
        broken.add("pgjdbc+hikari");
        assertThat(run("baseline", "verify", "--baselines", folder.toString())).isEqualTo(Exits.REGRESSED);
        assertThat(out.toString().lines().filter(line -> line.startsWith("PROBLEM"))).hasSize(9)
                .anyMatch(line -> line.contains("mariadb.json"))
                .anyMatch(line -> line.contains("pgjdbc+hikari has another checksum"))
                .anyMatch(line -> line.contains("unknown workload 'gone'"))
                .anyMatch(line -> line.contains("no cell of r2dbc-postgresql+r2dbc-pool has an entry"))
                .anyMatch(line -> line.contains("no cell of vertx-pg-client+pipelined has an entry"));
    }

    @Test
    void anEntryThatNoUpdateWouldAcceptIsAProblem() throws IOException {
        Books.store(folder, Books.baseline());
        Path file = folder.resolve("postgresql.json");
        String whole = Files.readString(file);
        String cut = whole.replaceAll("\"pairs\" : \\d+", "\"pairs\" : 36");
        assertThat(cut).isNotEqualTo(whole);
        Files.writeString(file, cut);
        assertThat(run("baseline", "verify", "--baselines", folder.toString())).isEqualTo(Exits.REGRESSED);
        assertThat(out.toString()).contains("rests on 36 pairs from ").contains("fewer than 128 or 2");
    }

    @Test
    void aMissingFileIsAProblem() {
        Books.store(folder, Books.baseline());
        assertThat(run("baseline", "verify", "--baselines", folder.toString())).isEqualTo(Exits.REGRESSED);
        assertThat(out.toString()).contains("PROBLEM there is no baseline of mariadb");
    }

    @Test
    void whatABranchDoesToTheBaselinesIsShown() {
        Path head = folder.resolve("head").resolve("baselines");
        Books.store(folder, Books.baseline());
        Books.store(head, Books.baseline());
        assertThat(run("baseline", "diff", folder.toString(), head.toString())).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).isEqualTo("the baselines are the same\n");
        Books.store(head, Books.of(Books.HERE, SimulatedCell.book(5).after(256)));
        assertThat(run("baseline", "diff", folder.toString(), head.getParent().toString(), "--markdown"))
                .isEqualTo(Exits.REGRESSED);
        assertThat(out.toString())
                .contains("### The baselines change: 2 differences, 2 let the gate see less, 2 refused")
                .contains("| postgresql, container PostgreSQL 18.1, JDK unknown, Simulated 3000 | "
                        + "postgresql/pgjdbc+hikari/platform/select-1 | changed | client CPU / wire ")
                .contains("| first measurement<br>**REFUSED:** the entry of");
        assertThat(run("baseline", "diff", folder.toString(), folder.resolve("none").toString()))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("there is no baseline in " + folder.resolve("none"));
    }

    @Test
    void theResultsOfARunInPartsBecomeABaseline() {
        String first = write("first.json", SimulatedCell.book(1).after(256));
        String second = write("second.json", SimulatedCell.book(2).cell(OTHER).after(256));
        assertThat(run("baseline", "update", "--from", first + "," + second, "--reason", "two jobs", "--baselines",
                folder.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo("wrote " + folder.resolve("postgresql.json") + "\n");
        var environment = Baselines.read(folder, Dialect.POSTGRESQL).environments().getFirst();
        assertThat(environment.cells()).containsOnlyKeys(OTHER, SimulatedCell.CELL);
        assertThat(environment.entry(OTHER).orElseThrow().reason()).isEqualTo("two jobs");
    }

    /** Only {@code verify} told of it, when the files had been committed. */
    @Test
    void anUpdateTellsNoiseWithWhichRacesTakeTooLong() {
        String results = write("loud.json", SimulatedCell.book(1).slowFork(Arm.CANDIDATE, 1, 1.5).after(256));
        assertThat(run("baseline", "update", "--from", results, "--reason", "a loud host", "--baselines",
                folder.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).startsWith("wrote " + folder.resolve("postgresql.json")
                + "\npostgresql.json: noise in container on Simulated 3000: pgjdbc+hikari/platform: the ")
                .contains(" sets to pass, and more than 16 take too long: calibrate it");
    }

    /** A review would refuse what was written for its reason alone. */
    @Test
    void anUpdateNeedsAReasonOfItsOwn() {
        Books.store(folder, Books.baseline());
        String results = write("again.json", SimulatedCell.book(1).after(256));
        assertThat(run("baseline", "update", "--from", results, "--baselines", folder.toString()))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("the baseline was not updated: the reason 'measured' says nothing, and each"
                + " change needs one of its own: give it with --reason");
        assertThat(Baselines.read(folder, Dialect.POSTGRESQL)).isEqualTo(Books.baseline());
        assertThat(run("baseline", "update", "--from", results, "--reason", "driver 42", "--baselines",
                folder.toString())).as(err.toString()).isZero();
    }

    @Test
    void aShortRunIsRefusedAndNothingIsWritten() {
        assertThat(run("baseline", "update", "--from", write("short.json", SimulatedCell.book(1).after(16)),
                "--baselines", folder.resolve("new").toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: the baseline was not updated: ").contains("16 pairs");
        assertThat(folder.resolve("new")).doesNotExist();
    }

    /** It ended with 0 and wrote nothing. */
    @Test
    void resultsWithoutACellAreRefused() {
        Path empty = folder.resolve("empty.json");
        WrittenRun.write(empty, ShardsTest.results(1, List.of()));
        assertThat(run("baseline", "update", "--from", empty.toString(), "--baselines",
                folder.resolve("new").toString())).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: the baseline was not updated: the results hold no cell");
    }

    @Test
    void withoutResultsTheWayToMeasureIsNamed() {
        assertThat(run("baseline update")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("--from is missing: name the results")
                .contains("`mvn verify -Dregatta.baseline=update`");
        assertThat(run("baseline")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("show, diff, verify or update");
    }

    private String write(String name, CellMeasurement cell) {
        Path file = folder.resolve(name);
        WrittenRun.write(file, ShardsTest.results(1, List.of(cell.cell()), cell));
        return file.toString();
    }
}
