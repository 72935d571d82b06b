package dev.regatta.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.Measured;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Recipe;
import dev.regatta.report.ConsoleReport;
import dev.regatta.report.VerdictWords;
import dev.regatta.report.VerdictsJson;
import dev.regatta.report.Words;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A release that brings a dozen other jars: what the client is made of is named, and how many more changed. */
class ManyChangesTest {

    private static final CellId CELL = CellId.of("postgresql/hibernate-orm+pgjdbc+hikari/platform/select-1");
    private static final String SHORT = "hibernate-core 7.3.0 -> 7.4.9, postgresql 42.7.13 -> 42.7.14,"
            + " options {} -> {a=b} and 11 more";

    @Test
    void everySentenceNamesWhatTheClientIsMadeOfFirst() {
        MeasuredRun run = run(10);
        GateReport report = Gate.judge(run, Map.of(Dialect.POSTGRESQL, Books.baseline()));
        CellVerdict cell = report.cells().getFirst();
        assertThat(VerdictWords.sentence(cell)).contains(" of the baseline's (" + SHORT + "), ");
        assertThat(Words.headline(cell)).startsWith("Since " + SHORT + ", select-1 through ");
        assertThat(new ConsoleReport(false).text(report).replaceAll("\\s+", " "))
                .contains("hibernate-orm+pgjdbc+hikari/platform (" + SHORT + ")").doesNotContain("jar-9");
    }

    @Test
    void thePagesDetailsAndTheVerdictsAsJsonNameAll() {
        MeasuredRun run = run(10);
        GateReport report = Gate.judge(run, Map.of(Dialect.POSTGRESQL, Books.baseline()));
        List<Change> changes = report.cells().getFirst().changes();
        List<String> all = changes.stream().map(Change::toString).toList();
        assertThat(all).hasSize(14).startsWith("hibernate-core 7.3.0 -> 7.4.9", "postgresql 42.7.13 -> 42.7.14",
                "options {} -> {a=b}", "JDK 21 -> 25", "jar-1 1 -> 2").endsWith("jar-10 1 -> 2");
        String page = HtmlReportTest.html(run);
        assertThat(page).contains("All that changed: " + escaped(String.join(", ", all)));
        assertThat(page.split("jar-9 ", -1)).as("there only, beside the files that can be downloaded").hasSize(2);
        assertThat(VerdictsJson.of(report).replaceAll("\\s+", "")).contains(changes.stream()
                .map(change -> Json.line(change).replace(" ", "")).toList());
    }

    @Test
    void fourChangesAreNamedAsTheyAre() {
        MeasuredRun run = run(0);
        var cell = Gate.judge(run, Map.of(Dialect.POSTGRESQL, Books.baseline())).cells().getFirst();
        assertThat(VerdictWords.changes(cell.changes()))
                .isEqualTo("hibernate-core 7.3.0 -> 7.4.9, postgresql 42.7.13 -> 42.7.14,"
                        + " options {} -> {a=b}, JDK 21 -> 25");
        assertThat(HtmlReportTest.html(run)).doesNotContain("All that changed");
    }

    /** A tenth of the throughput since four things changed, and so many jars that came along. */
    private static MeasuredRun run(int jars) {
        var lost = SimulatedCell.duel(2).cell(CELL).with(Arm.CANDIDATE, 0.1, 12, 6).after(128);
        var forks = new ArrayList<ForkStart>();
        for (Arm arm : List.of(Arm.BASELINE, Arm.CANDIDATE)) {
            forks.add(new ForkStart(arm, 1, 1, arm == Arm.BASELINE ? "21" : "25", "", List.of(), 10, true));
        }
        return Books.results(Books.HERE,
                Measured.of(CELL, recipe(jars, "2", "7.4.9", "42.7.14", Map.of("a", "b")),
                        Optional.of(recipe(jars, "1", "7.3.0", "42.7.13", Map.of())), lost.setup().connections(),
                        lost.timed().sliceMillis(),
                        forks, lost.pairs(), lost.failure(), lost.timed().outOfBudget()));
    }

    private static Recipe recipe(int jars, String version, String orm, String driver, Map<String, String> options) {
        var artifacts = new ArrayList<Artifact>();
        IntStream.rangeClosed(1, jars)
                .forEach(i -> artifacts.add(new Artifact("g:jar-" + i + ":" + version, "0".repeat(64))));
        artifacts.add(new Artifact("org.postgresql:postgresql:" + driver, "1".repeat(64)));
        artifacts.add(new Artifact("org.hibernate.orm:hibernate-core:" + orm, "2".repeat(64)));
        return new Recipe("hibernate-orm+pgjdbc+hikari", artifacts, new TreeMap<>(options));
    }

    private static String escaped(String text) {
        return text.replace(">", "&gt;");
    }
}
