package dev.regatta.results;

import dev.regatta.protocol.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A JSON array with one record per line. A record is appended and flushed to the disk when it is known: an interrupted
 * run loses nothing but the record that it was about to write, and the file can be read at any time.
 */
public final class RecordFile {

    static final String START = "[";
    private static final String BETWEEN = ",";
    private static final String END = "]";

    private final Path file;
    private final String elsewhere;
    /** Where the last record ends. */
    private long end;

    private RecordFile(Path file, String elsewhere, long end) {
        this.file = file;
        this.elsewhere = elsewhere;
        this.end = end;
    }

    /**
     * Begins a file with its first record, in the place of an earlier one.
     *
     * @param elsewhere what to do where it cannot be written, to have it in another place, like "name another folder
     *                  with …"
     * @throws UncheckedIOException if it cannot be written
     */
    public static RecordFile begin(Path file, String elsewhere, Record first) {
        var begun = new RecordFile(file, elsewhere, 0);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw begun.unwritable(e);
        }
        begun.append(START + "\n", first);
        return begun;
    }

    /**
     * Goes on with a file that was begun before, behind its last whole record.
     *
     * @param elsewhere as for {@link #begin}
     * @throws UncheckedIOException if it cannot be read
     */
    public static RecordFile resume(Path file, String elsewhere) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            int end = bytes.length;
            while (end > 0 && bytes[end - 1] != '\n') {
                end--;
            }
            int ending = (END + "\n").length();
            if (end >= ending && new String(bytes, end - ending, ending, StandardCharsets.UTF_8).equals(END + "\n")) {
                end -= ending;
            }
            return new RecordFile(file, elsewhere, end);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Reads the records that follow the first line of a file.
     *
     * @param name   of the file, for errors
     * @param reader takes the text of a record and its name in errors
     * @return why the last record cannot be read; empty if it can: a process that was interrupted leaves a part of one
     * @throws IllegalArgumentException if a record before the last cannot be read
     */
    public static Optional<IllegalArgumentException> read(BufferedReader lines, String name,
            BiConsumer<String, String> reader) throws IOException {
        int number = 1;
        for (String line = lines.readLine(); line != null && !line.equals(END); line = lines.readLine()) {
            try {
                reader.accept(line.startsWith(BETWEEN) ? line.substring(BETWEEN.length()) : line,
                        name + " record " + number++);
            } catch (IllegalArgumentException e) {
                if (lines.readLine() != null) {
                    throw e;
                }
                return Optional.of(e);
            }
        }
        return Optional.empty();
    }

    /**
     * Appends a record.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(Record record) {
        append(BETWEEN, record);
    }

    private void append(String before, Record line) {
        String record = Json.line(line);
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            try {
                long ended = write(channel, end, before + record + "\n");
                write(channel, ended, END + "\n");
                channel.truncate(ended + END.length() + 1);
                channel.force(true);
                end = ended;
            } catch (IOException e) {
                // A part of a record would hide the records before it. There was room for the end before.
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
                file + " cannot be written (" + e.getMessage() + "): give it room and this user the right to, or "
                        + elsewhere,
                e);
    }
}
