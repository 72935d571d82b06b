package dev.regatta.results;

import dev.regatta.protocol.Json;
import dev.regatta.protocol.Results;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The file of one run's results, raw slices included: everything shown later is a function of it. It is a JSON array with one
 * record per line, a cell or the facts of the run; of the facts the last line counts. A record is appended and flushed to the disk
 * when it is known, so that an interrupted run loses nothing and a long one does not write its first cells again and again.
 */
public final class ResultsFile {

    /** A run of 300 cells over 1024 pairs of three arms has a tenth of it. */
    private static final long MAX_BYTES = 1L << 29;
    private static final String START = "[";
    private static final String BETWEEN = ",";
    private static final String END = "]";
    private static final String CELL = "{\"cell\"";

    private final Path file;
    /** Where the last record ends. */
    private long end;

    private record RunLine(RunFacts run) {}

    private record CellLine(PackedCell cell) {}

    private ResultsFile(Path file) {
        this.file = file;
    }

    /**
     * Begins the file of a run that has measured nothing yet, in the place of an earlier one.
     *
     * @throws UncheckedIOException if it cannot be written
     */
    public static ResultsFile begin(Path file, RunFacts facts) {
        var begun = new ResultsFile(file);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw begun.unwritable(e);
        }
        begun.append(START + "\n", new RunLine(facts));
        return begun;
    }

    /**
     * Appends what is known of the run now.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(RunFacts facts) {
        append(BETWEEN, new RunLine(facts));
    }

    /**
     * Appends a cell.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(MeasuredCell cell) {
        append(BETWEEN, new CellLine(PackedCell.of(cell)));
    }

    private void append(String before, Record line) {
        String record = Json.line(line);
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            try {
                long ended = write(channel, end, before + record + "\n");
                write(channel, ended, END + "\n");
                channel.force(true);
                end = ended;
            } catch (IOException e) {
                // What is left of the record would hide those before it. The end was there already.
                channel.truncate(end);
                write(channel, end, END + "\n");
                throw e;
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private static long write(FileChannel channel, long from, String text) throws IOException {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        long position = from;
        while (bytes.hasRemaining()) {
            position += channel.write(bytes, position);
        }
        return position;
    }

    private UncheckedIOException unwritable(IOException e) {
        return new UncheckedIOException(
                file + " cannot be written (" + e.getMessage() + "): give it room and this user the right to, or name"
                        + " another folder with -Dregatta.results=<folder>",
                e);
    }

    /** Writes a run as a whole. */
    public static void write(Path file, MeasuredRun run) {
        ResultsFile written = begin(file, run.facts());
        run.cells().forEach(written::append);
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
        if (!START.equals(first)) {
            // Of schema 1, one JSON object.
            String whole = Stream.concat(Stream.of(first), lines.lines()).collect(Collectors.joining("\n"));
            return MeasuredRun.of(Json.read(whole, Results.class, name));
        }
        Optional<RunFacts> facts = Optional.empty();
        var cells = new ArrayList<PackedCell>();
        int number = 1;
        for (String line = lines.readLine(); line != null && !line.equals(END); line = lines.readLine()) {
            String what = name + " record " + number++;
            String record = line.startsWith(BETWEEN) ? line.substring(BETWEEN.length()) : line;
            try {
                if (record.startsWith(CELL)) {
                    cells.add(Json.read(record, CellLine.class, what).cell());
                } else {
                    facts = Optional.of(Json.read(record, RunLine.class, what).run());
                }
            } catch (IllegalArgumentException e) {
                if (lines.readLine() != null || facts.isEmpty() || facts.get().complete()) {
                    throw e;
                }
                break;
            }
        }
        return new MeasuredRun(
                facts.orElseThrow(() -> new IllegalArgumentException(name + " does not say what run it is of")), cells);
    }
}
