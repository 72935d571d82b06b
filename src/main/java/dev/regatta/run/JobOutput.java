package dev.regatta.run;

import dev.regatta.gate.GateReport;
import dev.regatta.host.AtomicFile;
import dev.regatta.report.JobSummary;
import dev.regatta.report.WorkflowCommands;
import dev.regatta.results.MeasuredRun;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/**
 * What a run leaves for the page of a workflow's job: {@code summary.md} beside its results and, where GitHub's runner
 * runs it, the same text in the step's summary and an annotation of each failure.
 *
 * @param environment the process's variables
 * @param console     receives the runner's commands, which it reads from standard output
 */
public record JobOutput(Map<String, String> environment, Consumer<String> console) {

    /** The name of the summary in a folder of results. */
    public static final String SUMMARY = "summary.md";

    /** The variable of GitHub's runner with the file of a step's summary. */
    private static final String STEP_SUMMARY = "GITHUB_STEP_SUMMARY";

    /**
     * Writes the summary and, on a runner, what it reads.
     *
     * @param folder of the results
     * @param strict whether a cell without a verdict fails as well
     * @throws UncheckedIOException if a file cannot be written
     */
    public void write(Path folder, GateReport report, MeasuredRun results, boolean strict) {
        var summary = new JobSummary(results);
        AtomicFile.write(folder.resolve(SUMMARY), summary.text(report, JobSummary.MOST_BYTES));
        append(room -> summary.text(report, room));
        if ("true".equals(environment.get("GITHUB_ACTIONS"))) {
            WorkflowCommands.errors(report, strict).forEach(console);
        }
    }

    /** That of this process. */
    public static JobOutput here() {
        return new JobOutput(System.getenv(), System.out::println);
    }

    /**
     * Has the step's summary say, where there is one, why operations did not race: a build that passes shows it nowhere else.
     *
     * @param sentences one for each, or one for all
     * @return why it does not, in a sentence; empty if it does
     */
    public Optional<String> notRaced(List<String> sentences) {
        if (sentences.isEmpty()) {
            return Optional.empty();
        }
        try {
            append(room -> JobSummary.notRaced(sentences, room));
            return Optional.empty();
        } catch (UncheckedIOException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Appends to the step's summary, where there is one, what fits into so many bytes: what is in it already counts. */
    private void append(LongFunction<String> text) {
        String step = environment.getOrDefault(STEP_SUMMARY, "");
        if (step.isBlank()) {
            return;
        }
        Path file = Path.of(step);
        try {
            long there = Files.exists(file) ? Files.size(file) : 0;
            Files.writeString(file, text.apply(JobSummary.MOST_BYTES - there), StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " of " + STEP_SUMMARY + " cannot be written (" + e.getMessage() + ")",
                    e);
        }
    }
}
