package dev.regatta.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** Writes files so that a reader sees the old content of each or the new, never a part, also after a crash. */
public final class AtomicFile {

    /** Tells apart what two threads write at once. */
    private static final AtomicLong WRITTEN = new AtomicLong();

    private AtomicFile() {
    }

    /**
     * Replaces the content of {@code file}: a temporary file in the same folder, flushed to the disk, then moved. The
     * folder need not exist yet.
     *
     * @throws UncheckedIOException if the folder cannot be written to; the old content is then untouched
     */
    public static void write(Path file, String content) {
        write(Map.of(file, content));
    }

    /**
     * Replaces the contents of these files. All temporary files are on the disk before the first one is moved, so that
     * no file is replaced where there is no room for all. A {@linkplain #isStream stream} is written to, not replaced.
     *
     * @throws UncheckedIOException naming the first file that cannot be written; all the old contents are then untouched
     */
    public static void write(Map<Path, String> contents) {
        Map<Path, Path> temporaries = new LinkedHashMap<>();
        try {
            contents.forEach((file, content) -> attempt(file, () -> {
                if (isStream(file)) {
                    Files.writeString(file, content, StandardOpenOption.APPEND);
                    return;
                }
                Path folder = file.toAbsolutePath().getParent();
                Files.createDirectories(folder);
                // Not createTempFile, whose files only their owner may read: these are for everybody who may read the
                // folder.
                Path temporary = folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + "."
                        + WRITTEN.incrementAndGet() + ".tmp");
                temporaries.put(file, temporary);
                fill(temporary, content.getBytes(StandardCharsets.UTF_8));
            }));
            temporaries.forEach((file, temporary) -> attempt(file, () -> Files.move(temporary, file,
                    StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)));
        } finally {
            temporaries.forEach((file, temporary) -> attempt(file, () -> Files.deleteIfExists(temporary)));
        }
    }

    /** Whether a file is a pipe or a terminal, such as {@code /dev/stdout} wherever that leads: it holds no content. */
    public static boolean isStream(Path file) {
        Path place = file.toAbsolutePath().normalize();
        return Files.exists(file) && !Files.isDirectory(file) && (!Files.isRegularFile(file)
                || Files.isSymbolicLink(file) && (place.startsWith("/dev") || place.startsWith("/proc")));
    }

    private interface Step {

        void take() throws IOException;
    }

    private static void attempt(Path file, Step step) {
        try {
            step.take();
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written (" + e.getMessage() + ")", e);
        }
    }

    private static void fill(Path temporary, byte[] content) throws IOException {
        try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            var bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }
}
