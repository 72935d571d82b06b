package dev.regatta.results;

import dev.regatta.protocol.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;

/**
 * The file of one run's results, raw slices included: everything shown later is a function of it. Each of its records
 * is a cell or the facts of the run. The last line of facts counts.
 */
public final class ResultsFile {

    /** Ten times the size of a run of 300 cells with 1024 pairs of three arms. */
    private static final long MAX_BYTES = 1L << 29;
    private static final String ELSEWHERE = "name another folder with -Dregatta.results=<folder>";
    private static final String CELL = "{\"cell\"";

    private final RecordFile records;

    private record RunLine(RunFacts run) {}

    private record CellLine(PackedCell cell) {}

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
    public void append(MeasuredCell cell) {
        records.append(new CellLine(PackedCell.of(cell)));
    }

    /**
     * Reads results back; their cells stay packed. What an interrupted run was about to write is left out.
     *
     * @throws IllegalArgumentException naming the file and the line, when it is missing or not what it must be
     */
    public static MeasuredRun read(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("there are no results at " + file + ": measure with `mvn verify`");
        }
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            if (Files.size(file) > MAX_BYTES) {
                throw new IllegalArgumentException(file + " has " + Files.size(file) + " bytes, more than the "
                        + MAX_BYTES + " that results may have: it is not what it should be, measure again");
            }
            return read(lines, file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Reads the content of such a file.
     *
     * @param name of the file, for the error
     * @throws IllegalArgumentException naming the file and the line, when it is not what it must be
     */
    public static MeasuredRun read(BufferedReader lines, String name) throws IOException {
        String first = lines.readLine();
        if (first == null) {
            throw new IllegalArgumentException(name + " is empty: measure again");
        }
        if (!RecordFile.START.equals(first)) {
            throw new IllegalArgumentException(
                    name + " does not begin with a line \"" + RecordFile.START + "\": it holds no results");
        }
        var facts = new ArrayList<RunFacts>();
        var cells = new ArrayList<PackedCell>();
        Optional<IllegalArgumentException> torn = RecordFile.read(lines, name, (record, what) -> {
            if (record.startsWith(CELL)) {
                cells.add(Json.read(record, CellLine.class, what).cell());
            } else {
                facts.add(Json.read(record, RunLine.class, what).run());
            }
        });
        if (torn.isPresent() && (facts.isEmpty() || facts.getLast().complete())) {
            throw torn.get();
        }
        if (facts.isEmpty()) {
            throw new IllegalArgumentException(name + " does not say what run it is of");
        }
        return new MeasuredRun(facts.getLast(), cells);
    }
}
