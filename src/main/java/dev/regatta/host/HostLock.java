package dev.regatta.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * At most one timed run per host: two at a time would measure each other. Held by locking a file in the folder for
 * temporary files, whose text names the holder; the operating system lets go of it when the holder dies, however it
 * dies.
 */
public final class HostLock implements AutoCloseable {

    private static final String WAIT_PROPERTY = "regatta.lock.wait";
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration NOTICE = Duration.ofSeconds(15);
    private static final int MAX_HOLDER_BYTES = 500;
    /** Far behind the text, which a locked region could hide from readers on some systems. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    /**
     * A file lock belongs to the process and is lost when the process closes <em>any</em> channel on the file, so a
     * second attempt in this process must be turned away before it opens one. Like the lock, this is a fact about the
     * process.
     */
    private static final Semaphore THIS_PROCESS = new Semaphore(1);

    private final FileChannel channel;
    private final FileLock lock;

    private HostLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @param wait   how long to wait for another holder; zero: not at all
     * @param notice told who holds the lock, at once and then every 15 s
     * @throws IllegalStateException naming the holder, if it did not let go in time; at once, if it is this very
     *                               process
     */
    public static HostLock acquire(Duration wait, Consumer<String> notice) {
        return acquire(Path.of(System.getProperty("java.io.tmpdir"), "regatta.lock"), wait, notice);
    }

    static HostLock acquire(Path file, Duration wait, Consumer<String> notice) {
        if (!THIS_PROCESS.tryAcquire()) {
            throw new IllegalStateException("this process (" + ProcessHandle.current().pid()
                    + ") is in a timed run already: end that one before the next starts");
        }
        HostLock held = null;
        try {
            held = open(file, wait, notice);
            return held;
        } finally {
            if (held == null) {
                THIS_PROCESS.release();
            }
        }
    }

    private static HostLock open(Path file, Duration wait, Consumer<String> notice) {
        try {
            return lock(channel(file), file, wait, notice);
        } catch (IOException e) {
            throw new IllegalStateException("cannot lock " + file + ", which keeps timed runs on this host apart (" + e
                    + "): make it and its folder writable for this user, or delete it while no timed run is on", e);
        }
    }

    private static HostLock lock(FileChannel channel, Path file, Duration wait, Consumer<String> notice)
            throws IOException {
        HostLock held = null;
        try {
            FileLock lock = await(channel, file, wait, notice);
            write(channel, self());
            held = new HostLock(channel, lock);
            return held;
        } finally {
            if (held == null) {
                channel.close();
            }
        }
    }

    /**
     * Opens before it creates: where {@code fs.protected_regular} is set, Linux refuses to <em>create</em> another
     * user's existing file in a shared folder, even for root.
     */
    private static FileChannel channel(Path file) throws IOException {
        try {
            return existing(file);
        } catch (NoSuchFileException absent) {
            try {
                Files.createFile(file);
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
            } catch (FileAlreadyExistsException | UnsupportedOperationException e) {
                return existing(file);
            }
            return existing(file);
        }
    }

    private static FileChannel existing(Path file) throws IOException {
        return FileChannel.open(file,
                Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
    }

    private static FileLock await(FileChannel channel, Path file, Duration wait, Consumer<String> notice)
            throws IOException {
        Duration waited = Duration.ZERO;
        Duration nextNotice = Duration.ZERO;
        while (true) {
            FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock != null) {
                return lock;
            }
            String holder = holder(channel);
            if (waited.compareTo(wait) >= 0) {
                throw new IllegalStateException("another timed run is on this host (" + holder + ", " + file
                        + ") and did not end within " + seconds(wait)
                        + ": wait for it or end it, or wait longer with -D"
                        + WAIT_PROPERTY + "=PT30M");
            }
            if (waited.compareTo(nextNotice) >= 0) {
                notice.accept("waiting for another timed run on this host to end (" + holder + "), "
                        + seconds(wait.minus(waited)) + " left");
                nextNotice = nextNotice.plus(NOTICE);
            }
            sleep();
            waited = waited.plus(POLL);
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(POLL);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for another timed run on this host to end", e);
        }
    }

    private static String seconds(Duration duration) {
        return duration.toSeconds() + " s";
    }

    /** This process, for people who wait for it. */
    public static String self() {
        return "process " + ProcessHandle.current().pid() + " of " + User.name() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ", in " + System.getProperty("user.dir");
    }

    /** What the file says, made harmless: anyone may have written it. */
    private static String holder(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(MAX_HOLDER_BYTES);
        channel.read(bytes, 0);
        String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}", " ").strip();
        return text.isEmpty() ? "a process that has not yet said which" : text;
    }

    private static void write(FileChannel channel, String text) throws IOException {
        channel.truncate(0);
        channel.write(StandardCharsets.UTF_8.encode(text + "\n"), 0);
    }

    /** Lets go of the lock; the file stays, empty, because removing it could part two waiting runs. */
    @Override
    public void close() {
        if (!channel.isOpen()) {
            return;
        }
        try (channel) {
            channel.truncate(0);
            lock.release();
        } catch (IOException e) {
            throw new IllegalStateException("cannot let go of the lock file of timed runs", e);
        } finally {
            THIS_PROCESS.release();
        }
    }
}
