package dev.regatta.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.gate.Books;
import dev.regatta.gate.Gate;
import dev.regatta.gate.GateReport;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Arm;
import dev.regatta.report.JobSummary;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class JobOutputTest {

    private static final MeasuredRun RESULTS = Books.results(Books.HERE,
            SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.1, 12, 6).after(128));
    private static final GateReport REPORT = Gate.judge(RESULTS, Map.of(Dialect.POSTGRESQL, Books.baseline()));

    private final List<String> console = new ArrayList<>();

    @TempDir
    Path folder;

    @Test
    void elsewhereThereIsOnlyTheFile() {
        new JobOutput(Map.of("GITHUB_STEP_SUMMARY", ""), console::add).write(folder, REPORT, RESULTS, false);
        assertThat(folder.resolve("summary.md")).content().startsWith("## Regatta: not passed, 1 cell, 1 regressed");
        assertThat(console).isEmpty();
    }

    @Test
    void onARunnerTheStepsSummaryGrowsAndEachFailureIsAnError() throws IOException {
        Path step = folder.resolve("step");
        Files.writeString(step, "before\n");
        new JobOutput(Map.of("GITHUB_STEP_SUMMARY", step.toString(), "GITHUB_ACTIONS", "true"), console::add)
                .write(folder, REPORT, RESULTS, false);
        assertThat(step).content().isEqualTo("before\n" + Files.readString(folder.resolve("summary.md")));
        assertThat(console).singleElement().asString()
                .startsWith("::error title=regressed%3A postgresql/pgjdbc+hikari/platform/select-1::");
    }

    @Test
    void whatDidNotRaceIsInTheStepsSummary() throws IOException {
        Path step = folder.resolve("step");
        Files.writeString(step, "before\n");
        var output = new JobOutput(Map.of("GITHUB_STEP_SUMMARY", step.toString()), console::add);
        output.notRaced(List.of());
        output.notRaced(List.of("open [virtual]: the base main (1a2b) has no operation open in shop.Races: it can be"
                + " raced once it is in the base"));
        assertThat(step).content().isEqualTo("before\n- **Not raced:** open \\[virtual\\]: the base main"
                + " \\(1a2b\\) has no operation open in shop.Races: it can be raced once it is in the base\n\n");
        new JobOutput(Map.of(), console::add).notRaced(List.of("elsewhere it is in the log"));
        assertThat(console).isEmpty();
    }

    @Test
    void whatIsInTheStepsSummaryAlreadyCountsForItsLimit() throws IOException {
        Path step = folder.resolve("step");
        Files.writeString(step, "x".repeat(JobSummary.MOST_BYTES - 600));
        new JobOutput(Map.of("GITHUB_STEP_SUMMARY", step.toString()), console::add)
                .write(folder, REPORT, RESULTS, false);
        assertThat(Files.size(step)).isBetween(JobSummary.MOST_BYTES - 500L, (long) JobSummary.MOST_BYTES);
        assertThat(step).content().contains(" lines are left out");
    }
}
