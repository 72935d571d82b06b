package dev.regatta.results;

import dev.regatta.protocol.Json;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * JSON lines: a record per line. In a file that is named {@code .gz} each line is a gzip member of its own. A record is
 * appended and flushed to the disk when it is known: an interrupted run loses nothing but the record that it was about
 * to write, and the file can be read at any time.
 */
public final class RecordFile {

    private static final String ZIPPED = ".gz";
    /** Twice the text of a run of 300 cells with 1024 pairs of two arms. */
    private static final long MOST_BYTES = 1L << 30;

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
        begun.append(first);
        return begun;
    }

    /**
     * Goes on with a file that is not compressed, behind its last whole record.
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
            return new RecordFile(file, elsewhere, end);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Reads the records of a file.
     *
     * @param bytes  of the file; closed at the end
     * @param name   of the file, for errors
     * @param reader takes the text of a record and its name in errors
     * @return why the last record cannot be read; empty if it can: a process that was interrupted leaves a part of one
     * @throws IllegalArgumentException if a record before the last cannot be read
     */
    public static Optional<IllegalArgumentException> read(InputStream bytes, String name,
            BiConsumer<String, String> reader) throws IOException {
        // The stream itself as well: one that is cut off in its header is never wrapped.
        try (bytes;
                var plain = unzipped(new BufferedInputStream(bytes), name);
                var lines = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            int number = 1;
            for (String line = lines.readLine(), next; line != null; line = next) {
                // Whether a line is whole is known when what follows it was read.
                next = lines.readLine();
                String what = name + " record " + number++;
                if (next == null && plain instanceof Members members && members.lastIsTorn) {
                    return Optional.of(cutOff(what));
                }
                try {
                    reader.accept(line, what);
                } catch (IllegalArgumentException e) {
                    if (next != null) {
                        throw e;
                    }
                    return Optional.of(e);
                }
            }
            return plain instanceof Members members && members.torn
                    ? Optional.of(cutOff(name + " record " + number))
                    : Optional.empty();
        } catch (EOFException | ZipException e) {
            return Optional.of(cutOff(name + " record 1"));
        }
    }

    private static IllegalArgumentException cutOff(String what) {
        return new IllegalArgumentException(what + " is cut off or damaged: measure again");
    }

    /** Whoever renames a file need not know that its name told how it was written. */
    private static InputStream unzipped(InputStream bytes, String name) throws IOException {
        bytes.mark(2);
        boolean zipped = (bytes.read() | bytes.read() << Byte.SIZE) == GZIPInputStream.GZIP_MAGIC;
        bytes.reset();
        return zipped ? new Members(bytes, name) : bytes;
    }

    /** Gzip members. The first that is cut off or damaged ends them. */
    private static final class Members extends GZIPInputStream {

        private final String name;
        private long count;
        private byte last;
        private boolean torn;
        /** Whether the last line is of the member that is torn. */
        private boolean lastIsTorn;

        Members(InputStream bytes, String name) throws IOException {
            super(bytes);
            this.name = name;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read;
            try {
                read = torn ? -1 : super.read(into, from, length);
            } catch (EOFException | ZipException e) {
                torn = true;
                // A member ends with its checksum, behind its line.
                lastIsTorn = last != '\n' || inf.finished();
                return -1;
            }
            if (read > 0) {
                last = into[from + read - 1];
                count += read;
            }
            if (count > MOST_BYTES) {
                throw new IllegalArgumentException(name + " has more than the " + MOST_BYTES
                        + " bytes that such a file may have: it is not what it should be, measure again");
            }
            return read;
        }
    }

    /**
     * Appends a record.
     *
     * @throws UncheckedIOException if it cannot be written; the file is then as it was
     */
    public void append(Record record) {
        byte[] line = (Json.line(record) + "\n").getBytes(StandardCharsets.UTF_8);
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
            channel.truncate(end);
            try {
                var bytes = ByteBuffer.wrap(file.toString().endsWith(ZIPPED) ? zipped(line) : line);
                long position = end;
                while (bytes.hasRemaining()) {
                    position += channel.write(bytes, position);
                }
                channel.force(true);
                end = position;
            } catch (IOException e) {
                // A part of a record would hide the records behind it.
                channel.truncate(end);
                throw e;
            }
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private static byte[] zipped(byte[] line) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zipped = new GZIPOutputStream(bytes)) {
            zipped.write(line);
        }
        return bytes.toByteArray();
    }

    private UncheckedIOException unwritable(IOException e) {
        return new UncheckedIOException(
                file + " cannot be written (" + e.getMessage() + "): give it room and this user the right to, or "
                        + elsewhere,
                e);
    }
}
