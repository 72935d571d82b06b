package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.CellId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.results.ResultsFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

class ExportCommandTest extends CommandTest {

    private static final CellId OTHER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    @TempDir
    Path folder;

    @BeforeEach
    void baseline() {
        Books.store(folder, Books.baseline());
    }

    @AfterEach
    void reset() {
        System.clearProperty("regatta.cells");
    }

    @Test
    void runsAreLinesOldestFirst() {
        assertThat(export("csv", "-Dregatta.cells=**/select-1", write("b.json", "2026-11-21T10:00:00Z"),
                write("a.json", "2026-11-20T10:00:00Z"))).as(err.toString()).isEqualTo(Exits.GOOD);
        assertThat(out.toString().split("\r\n")).hasSize(3)
                .satisfies(lines -> assertThat(lines[0]).startsWith("time,commit,tool,cell,"))
                .satisfies(lines -> assertThat(lines[1]).startsWith("2026-11-20T10:00:00Z,abc1234,0.1.0,postgresql/"))
                .satisfies(lines -> assertThat(lines[2]).startsWith("2026-11-21T10:00:00Z,"));
    }

    @Test
    void oneRunIsWhatJmhWouldHaveWritten() {
        assertThat(export("jmh", write("a.json", "2026-11-20T10:00:00Z"))).as(err.toString()).isEqualTo(Exits.GOOD);
        assertThat(out.toString()).startsWith("[").contains("\"benchmark\" : \"dev.regatta.postgresql.rows-1000\"")
                .contains("\"mode\" : \"thrpt\"").contains("\"mode\" : \"sample\"");
    }

    @Test
    void twoRunsAreNotOne() {
        assertThat(export("jmh", write("a.json", "2026-11-20T10:00:00Z"), write("b.json", "2026-11-21T10:00:00Z")))
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("parts of one run share no cell");
    }

    @Test
    void anotherFormIsAUsageError() {
        assertThat(export("xml", "a.json")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("jmh").contains("csv");
        assertThat(run("export", "a.json")).isEqualTo(Exits.USAGE);
    }

    private int export(String format, String... arguments) {
        var all = new java.util.ArrayList<>(List.of("export", "--format", format, "--baselines", folder.toString()));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private String write(String name, String started) {
        var run = Books.results(Books.HERE, SimulatedCell.book(1).after(256),
                SimulatedCell.book(2).cell(OTHER).after(128));
        ResultsFile.write(folder.resolve(name),
                new MeasuredRun(new RunFacts(run.facts().schema(), run.facts().tool(), started, run.facts().commit(),
                        run.facts().seed(), true, run.facts().manifest(), run.facts().environments(),
                        run.facts().settings()), run.cells()));
        return folder.resolve(name).toString();
    }
}
