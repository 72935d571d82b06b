package dev.regatta.calls;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
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

    private final Path file;

    CallsFile(Path file) {
        this.file = file;
    }

    /** What the file has of {@code test}. */
    Optional<Runs> of(String test) {
        return Optional.ofNullable(read().get(test));
    }

    /** Replaces what the file has of {@code test}, and gives back what it has then. */
    Runs change(String test, Function<Optional<Runs>, Runs> change) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (FileChannel channel = FileChannel.open(LOCK, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
                channel.lock();
                SortedMap<String, Runs> all = read();
                Runs changed = change.apply(Optional.ofNullable(all.get(test)));
                all.put(test, changed);
                write(all);
                return changed;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written (" + e + ")", e);
        }
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
