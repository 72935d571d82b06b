package dev.regatta.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * A file of what tests called, by their names: the baselines, or the runs of one state of the code. Several JVMs may
 * change it at once. A test is an object with its six counts, under {@code calls} its statements, and under
 * {@code least} those counts that were smaller in another run of the same code.
 */
final class CallsFile {

    private static final String STATEMENTS = "calls";
    private static final String LEAST = "least";

    /** One for all files of a user: it stays where it is, as one that is removed could be locked by two at once. */
    private static final Path LOCK = Path.of(System.getProperty("java.io.tmpdir"),
            "regatta-calls-" + System.getProperty("user.name") + ".lock");
    /** Far behind the text that names the holder, which a locked region could hide from readers on some systems. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;
    private static final int LONGEST_NAME = 500;
    /** A change takes milliseconds, and as many JVMs as a build has may wait for their turns. */
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(5);

    private final Path file;
    private final Path lock;
    private final Duration wait;

    CallsFile(Path file) {
        this(file, LOCK, WAIT);
    }

    /** One that waits so long for others that change such files under the same lock. */
    CallsFile(Path file, Path lock, Duration wait) {
        this.file = file;
        this.lock = lock;
        this.wait = wait;
    }

    /** What the file has of {@code test}. */
    Optional<Runs> of(String test) {
        return Optional.ofNullable(read().get(test));
    }

    /**
     * Replaces what the file has of {@code test}, and gives back what it has then.
     *
     * @throws IllegalStateException naming the process that does not let go of the lock
     */
    Runs change(String test, Function<Optional<Runs>, Runs> change) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.READ,
                    StandardOpenOption.WRITE)) {
                lock(channel);
                SortedMap<String, Runs> all = read();
                Runs changed = change.apply(Optional.ofNullable(all.get(test)));
                all.put(test, changed);
                write(all);
                channel.truncate(0);
                return changed;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written (" + e + ")", e);
        }
    }

    /** Closing the channel unlocks it. */
    private void lock(FileChannel channel) throws IOException {
        for (Duration waited = Duration.ZERO; !locked(channel); waited = waited.plus(POLL)) {
            if (waited.compareTo(wait) >= 0) {
                throw new IllegalStateException(
                        file + " cannot be changed, as " + holder(channel) + " has not let go of "
                                + lock + " for " + wait.toSeconds() + " s: end that process and run the test again");
            }
            LockSupport.parkNanos(POLL.toNanos());
        }
        channel.truncate(0);
        channel.write(StandardCharsets.UTF_8.encode("process " + ProcessHandle.current().pid() + " in "
                + System.getProperty("user.dir")), 0);
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            // Of this JVM as well, as where two class loaders have these tests.
            return false;
        }
    }

    private static String holder(FileChannel channel) throws IOException {
        var bytes = ByteBuffer.allocate(LONGEST_NAME);
        channel.read(bytes, 0);
        String name = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                .replaceAll("\\p{Cntrl}", " ").strip();
        return name.isEmpty() ? "a process that has not said which" : name;
    }

    private void write(SortedMap<String, Runs> all) throws IOException {
        var object = new LinkedHashMap<String, Object>();
        all.forEach((test, runs) -> object.put(test, written(runs)));
        // Not a temporary file of Java's: that one only its owner could read.
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, Json.write(object));
        try {
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static Map<String, Object> written(Runs runs) {
        var object = new LinkedHashMap<String, Object>();
        runs.most().counts().forEach((count, number) -> object.put(count.key(), number));
        var least = new LinkedHashMap<String, Object>();
        runs.varying().forEach(count -> least.put(count.key(), runs.least().of(count)));
        if (!least.isEmpty()) {
            object.put(LEAST, least);
        }
        object.put(STATEMENTS, runs.most().statements());
        return object;
    }

    private SortedMap<String, Runs> read() {
        var all = new TreeMap<String, Runs>();
        try {
            if (Files.exists(file)) {
                Json.read(Files.readString(file))
                        .forEach((test, runs) -> all.put(test, runs(test, object(test, runs))));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read (" + e + ")", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + " is no file of calls, " + e.getMessage()
                    + "; take it from version control again, or delete it and run with -Dregatta.baseline=update", e);
        }
        return all;
    }

    private static Runs runs(String test, Map<String, Object> object) {
        var statements = new TreeMap<String, Long>();
        object(test, object.get(STATEMENTS)).forEach((text, times) -> statements.put(text, number(text, times)));
        var most = new TreeMap<CallCount, Long>();
        var least = new TreeMap<CallCount, Long>();
        Map<String, Object> smaller = object.containsKey(LEAST) ? object(LEAST, object.get(LEAST)) : Map.of();
        for (CallCount count : CallCount.values()) {
            most.put(count, number(test + ": " + count.key(), object.get(count.key())));
            least.put(count, smaller.containsKey(count.key())
                    ? number(count.key(), smaller.get(count.key()))
                    : most.get(count));
        }
        return new Runs(new Calls(least, statements), new Calls(most, statements));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(String name, Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException("as \"" + name + "\" has no object");
    }

    private static long number(String name, Object value) {
        if (value instanceof Long number) {
            return number;
        }
        throw new IllegalArgumentException("as \"" + name + "\" has no number");
    }

    /** Where it is; in full if it does not exist, as a test may run in another folder than expected. */
    String where() {
        return Files.exists(file) ? toString() : file.toAbsolutePath().toString();
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
