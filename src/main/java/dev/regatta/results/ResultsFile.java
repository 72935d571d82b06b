package dev.regatta.results;

import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;

/**
 * The file of one run's results, raw slices included: everything shown later is a function of it. Each of its records
 * is a cell or the facts of the run. The last line of facts counts.
 */
public final class ResultsFile {

    private static final String ELSEWHERE = "name another folder with -Dregatta.results=<folder>";
    private static final String RUN = "{\"run\"";

    /** What it is called in its folder. */
    public static final String NAME = "results.jsonl.gz";

    private final RecordFile records;

    private record RunLine(RunFacts run) {

        RunLine {
            Objects.requireNonNull(run, "run");
        }
    }

    private ResultsFile(RecordFile records) {
        this.records = records;
    }

    /**
     * Begins the file of a run that has measured nothing yet, in the place of an earlier one.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static ResultsFile begin(Path file, RunFacts facts) {
        return new ResultsFile(RecordFile.begin(file, ELSEWHERE, new RunLine(facts)));
    }

    /**
     * Appends what is known of the run now.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(RunFacts facts) {
        records.append(new RunLine(facts));
    }

    /**
     * Appends a cell.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(CellMeasurement cell) {
        records.append(cell);
    }

    /**
     * Reads results back. What an interrupted run was about to write is left out.
     *
     * @throws IllegalArgumentException naming the file and the record, when it is missing or not what it must be
     */
    public static MeasuredRun read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there are no results at " + file + ": measure with `mvn verify`");
        }
        try {
            return read(Files.newInputStream(file), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Reads the content of such a file, and closes it.
     *
     * @param name of the file
     * @throws IllegalArgumentException naming the file and the record, when it is not what it must be
     */
    public static MeasuredRun read(InputStream bytes, String name) throws IOException {
        var facts = new ArrayList<RunFacts>();
        var cells = new ArrayList<CellMeasurement>();
        Optional<IllegalArgumentException> torn = RecordFile.read(bytes, name, (record, what) -> {
            if (record.startsWith(RUN)) {
                facts.add(Json.read(record, RunLine.class, what).run());
            } else {
                cells.add(Json.read(record, CellMeasurement.class, what));
            }
        });
        if (torn.isPresent() && (facts.isEmpty() || facts.getLast().complete())) {
            throw torn.get();
        }
        if (facts.isEmpty()) {
            throw new IllegalArgumentException(name + " does not say what run it is of: it holds no results");
        }
        return new MeasuredRun(facts.getLast(), cells);
    }
}
