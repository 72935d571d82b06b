package dev.regatta.baseline;

import dev.regatta.host.AtomicFile;
import dev.regatta.host.Bounded;
import dev.regatta.host.HostLock;
import dev.regatta.protocol.Json;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads and writes the files of a folder of baselines, one per database. */
public final class Baselines {

    /** What to do when there is no usable baseline. */
    public static final String HOW_TO_MEASURE = "measure one with `mvn verify -Dregatta.baseline=update"
            + " -Dregatta.baseline.reason=…`";

    private static final String HOW_TO_REPAIR = "; restore the file from version control, or delete it and "
            + HOW_TO_MEASURE;

    /** The largest file that is read, in bytes. */
    static final long MAX_BYTES = 1 << 20;

    private static final String LOCK = ".lock";
    /** Who replaces files takes milliseconds: one that takes so long is stopped or hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private Baselines() {
    }

    /** The file of a database's baseline. */
    public static Path file(Path folder, Dialect database) {
        return folder.resolve(database.id() + ".json");
    }

    /**
     * The baselines of {@code databases} of another branch.
     *
     * @param place a folder of baseline files, or a checkout that has them in its folder {@code baselines}
     * @throws IllegalArgumentException if there are none at all, so that all would look new, or one cannot be read
     */
    public static Map<Dialect, Baseline> of(Path place, Collection<Dialect> databases) {
        Path folder = Stream.of(place, place.resolve("baselines"))
                .filter(candidate -> Stream.of(Dialect.values())
                        .anyMatch(database -> Files.exists(file(candidate, database))))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("there is no baseline in " + place
                        + " nor in " + place.resolve("baselines") + ": name the folder of the baseline files to compare"
                        + " with, or a checkout that has them"));
        return existing(folder, databases);
    }

    /** Those of the baselines of {@code databases} that exist. */
    public static Map<Dialect, Baseline> existing(Path folder, Collection<Dialect> databases) {
        var baselines = new EnumMap<Dialect, Baseline>(Dialect.class);
        databases.forEach(database -> find(folder, database)
                .ifPresent(baseline -> baselines.put(database, baseline)));
        return baselines;
    }

    /**
     * The baseline of {@code database}, empty if none was ever written.
     *
     * @throws IllegalArgumentException if there is a file that is not exactly what it must be, as of {@link #read}
     */
    public static Optional<Baseline> find(Path folder, Dialect database) {
        return Files.exists(file(folder, database)) ? Optional.of(read(folder, database)) : Optional.empty();
    }

    /**
     * The baseline of {@code database}.
     *
     * @throws IllegalArgumentException if it is missing or not exactly what such a file must be, naming the file, the
     *                                  place in it and what to do
     */
    public static Baseline read(Path folder, Dialect database) {
        Path file = file(folder, database);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no baseline of " + database + " at " + file + ": " + HOW_TO_MEASURE);
        }
        try {
            Baseline baseline = Json.read(file, Baseline.class, MAX_BYTES);
            if (baseline == null || baseline.database() != database) {
                throw new IllegalArgumentException(file + " key database: "
                        + (baseline == null ? "nothing" : baseline.database()) + " was found, expected " + database);
            }
            return baseline;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(e.getMessage() + HOW_TO_REPAIR, e);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not UTF-8 text" + HOW_TO_REPAIR, e);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
    }

    /**
     * Replaces baselines by newer ones, all of them or none: under a lock file in the folder, which keeps processes
     * apart, and only where each file still is what the newer one was made from. All of them are on the disk before the
     * first file is replaced, and each is replaced atomically.
     *
     * @param read    what was read from the folder; of a database without a file nothing
     * @param updated what becomes of them, one per database
     * @return the files
     * @throws IllegalArgumentException if a file was changed meanwhile, or one would be larger than can be read back
     * @throws IllegalStateException    naming it, if another process does not let go of the lock file
     */
    public static List<Path> replace(Path folder, Map<Dialect, Baseline> read, List<Baseline> updated) {
        return replace(folder, read, updated, PATIENCE);
    }

    /** @param patience how long to wait for another process */
    static List<Path> replace(Path folder, Map<Dialect, Baseline> read, List<Baseline> updated, Duration patience) {
        Map<Path, String> contents = new LinkedHashMap<>();
        updated.forEach(baseline -> contents.put(file(folder, baseline.database()), content(baseline)));
        // A file lock excludes other processes, the monitor other threads of this one.
        synchronized (Baselines.class) {
            try {
                Files.createDirectories(folder);
                try (var channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE); var lock = lock(channel, folder, patience)) {
                    assert lock.isValid();
                    channel.truncate(0).write(StandardCharsets.UTF_8.encode(HostLock.self()));
                    for (Baseline baseline : updated) {
                        requireSame(folder, baseline.database(), Optional.ofNullable(read.get(baseline.database())));
                    }
                    AtomicFile.write(contents);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("baselines in " + folder + " cannot be written (" + e + ")", e);
            }
        }
        return List.copyOf(contents.keySet());
    }

    private static FileLock lock(FileChannel channel, Path folder, Duration patience) throws IOException {
        try {
            return Bounded.call("the lock of baselines", patience, channel::lock);
        } catch (Bounded.Silence e) {
            String holder = Files.readString(folder.resolve(LOCK)).replaceAll("\\p{Cntrl}", " ");
            throw new IllegalStateException("baselines in " + folder + " cannot be written, as another process writes"
                    + " there (" + holder + ") and did not end within " + patience.toSeconds()
                    + " s: wait for it or end it, and apply what was measured with `regatta baseline update --from"
                    + " <results>`", e);
        }
    }

    private static void requireSame(Path folder, Dialect database, Optional<Baseline> read) {
        if (!find(folder, database).equals(read)) {
            throw new IllegalArgumentException(file(folder, database)
                    + " was changed while this command ran, so that its"
                    + " update would undo that change; nothing was written: what was measured is in the results, apply it with"
                    + " `regatta baseline update --from <results>`, or `regatta calibrate <results>`");
        }
    }

    private static String content(Baseline baseline) {
        String content = Json.pretty(baseline);
        int bytes = content.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException("the baseline of " + baseline.database() + " would have " + bytes
                    + " bytes, more than the " + MAX_BYTES + " it may have: remove environments nobody uses");
        }
        return content;
    }
}
