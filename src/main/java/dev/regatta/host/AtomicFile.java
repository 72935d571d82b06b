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
import java.util.concurrent.atomic.AtomicLong;

/** Writes a file so that a reader sees the old content or the new, never a part, also after a crash. */
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
        try {
            replace(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written (" + e.getMessage() + ")", e);
        }
    }

    private static void replace(Path file, String content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        Files.createDirectories(folder);
        // Not createTempFile, whose files only their owner may read: these are for everybody who may read the folder.
        Path temporary = folder.resolve("." + file.getFileName() + "." + ProcessHandle.current().pid() + "."
                + WRITTEN.incrementAndGet() + ".tmp");
        try {
            try (var channel = FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                var bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
