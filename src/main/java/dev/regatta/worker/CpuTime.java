package dev.regatta.worker;

import dev.regatta.load.CounterFile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * What the scheduler counts of this JVM's threads, from {@code /proc/self/task/*}{@code /schedstat}, which counts
 * nanoseconds where the process CPU clock of the platform beans counts ticks. That clock knows what threads used that
 * have ended, which the others do not: both together tell how much was missed.
 */
final class CpuTime implements AutoCloseable {

    private static final int THREADS = 17;
    private static final int FIELDS = 18;

    private final Path tasks;
    private final String own;
    private final LongSupplier processNanos;
    private Optional<CounterFile> stat = Optional.empty();
    private final Map<String, Boolean> compilers = new HashMap<>();
    private final Map<String, CounterFile> files = new HashMap<>();
    private Map<String, Turns> lastSeen = Map.of();
    private long endedNanos;

    /**
     * Reads from {@code tasks}, usually {@code /proc/self/task}.
     *
     * @param own          id of the thread that reads, from {@link #ownId}
     * @param processNanos CPU nanoseconds of the process so far, its ended threads included, cut to ticks; negative
     *                     where that is not known
     */
    CpuTime(Path tasks, String own, LongSupplier processNanos) {
        this.tasks = tasks;
        this.own = own;
        this.processNanos = processNanos;
    }

    /** The kernel's id of the current thread: the last part of where {@code /proc/thread-self} leads. */
    static String ownId(Path proc) throws IOException {
        return Files.readSymbolicLink(proc.resolve("thread-self")).getFileName().toString();
    }

    /**
     * One thread so far.
     *
     * @param nanos on a CPU
     * @param turns how often it was put on one
     */
    record Turns(long nanos, long turns) {

        private static final Turns NONE = new Turns(0, 0);

        /** Reads {@code nanoseconds on a CPU, nanoseconds waiting for one, turns}. */
        static Turns of(String schedstat) {
            int first = schedstat.indexOf(' ');
            int second = schedstat.indexOf(' ', first + 1);
            return new Turns(Long.parseLong(schedstat.substring(0, first)),
                    Long.parseLong(schedstat.substring(second + 1).strip()));
        }
    }

    /**
     * All threads at one moment.
     *
     * @param threads     those alive, by thread id
     * @param unseenNanos what ended threads had used that no reading saw: all of those that came and went between two
     *                    readings, and of others what they used after the last one. It counts up, a tick of 10 ms or
     *                    two late; empty where the process's own CPU time is not known
     */
    record Reading(Map<String, Turns> threads, Optional<Long> unseenNanos) {}

    /** All threads before a slice: the reading thread's own time last, for reading is no part of the slice. */
    Reading before() throws IOException {
        long process = processNanos.getAsLong();
        Map<String, Turns> turns = others();
        ownTurns().ifPresent(read -> turns.put(own, read));
        return reading(process, turns);
    }

    /** All threads after a slice: the reading thread's own time first. */
    Reading after() throws IOException {
        Optional<Turns> first = ownTurns();
        long process = processNanos.getAsLong();
        Map<String, Turns> turns = others();
        first.ifPresent(read -> turns.put(own, read));
        return reading(process, turns);
    }

    private Optional<Turns> ownTurns() {
        return own.isEmpty() ? Optional.empty() : turnsOf(own);
    }

    /**
     * All threads but the one that reads. They are listed only if there are more than are known, or one of those has
     * ended.
     */
    private Map<String, Turns> others() throws IOException {
        Map<String, Turns> turns = new HashMap<>();
        for (String id : List.copyOf(files.keySet())) {
            turnsOf(id).ifPresent(read -> turns.put(id, read));
        }
        if (turns.size() != threads()) {
            Set<String> living = new HashSet<>();
            try (DirectoryStream<Path> listed = Files.newDirectoryStream(tasks)) {
                listed.forEach(thread -> living.add(thread.getFileName().toString()));
            }
            turns.keySet().retainAll(living);
            for (String id : living) {
                if (!turns.containsKey(id)) {
                    turnsOf(id).ifPresent(read -> turns.put(id, read));
                }
            }
            files.keySet().stream().filter(id -> !living.contains(id)).toList().forEach(this::forget);
        }
        return turns;
    }

    /** How many threads the process has, from {@code /proc/self/stat}; -1 where that cannot be read. */
    private int threads() {
        try {
            if (stat.isEmpty()) {
                stat = Optional.of(new CounterFile(tasks.resolveSibling("stat")));
            }
            String line = stat.get().read();
            return Integer.parseInt(
                    line.substring(line.lastIndexOf(')') + 1).strip().split(" ", FIELDS + 1)[THREADS]);
        } catch (IOException e) {
            return -1;
        }
    }

    private Reading reading(long process, Map<String, Turns> turns) {
        lastSeen.forEach((id, before) -> {
            Turns now = turns.get(id);
            // Less than before: the id of an ended thread was given to a new one.
            if (now == null || now.nanos() < before.nanos()) {
                endedNanos += before.nanos();
            }
        });
        lastSeen = turns;
        return new Reading(turns, process < 0
                ? Optional.empty()
                : Optional.of(process - endedNanos - turns.values().stream().mapToLong(Turns::nanos).sum()));
    }

    private Optional<Turns> turnsOf(String id) {
        for (boolean opened = false; !opened;) {
            try {
                CounterFile file = files.get(id);
                if (file == null) {
                    opened = true;
                    file = new CounterFile(tasks.resolve(id).resolve("schedstat"));
                    files.put(id, file);
                }
                return Optional.of(Turns.of(file.read()));
            } catch (IOException ended) {
                // A thread that ended since it was listed has no time left to report: its file is gone, or, once open,
                // answers that there is no such process. A file opened earlier may be that of an earlier thread of this
                // id.
                forget(id);
            }
        }
        return Optional.empty();
    }

    private void forget(String id) {
        compilers.remove(id);
        CounterFile file = files.remove(id);
        if (file != null) {
            file.close();
        }
    }

    /**
     * The part of a reading that belongs to the JIT compilers' threads, which HotSpot names {@code C1 CompilerThre…}
     * and {@code C2 CompilerThre…}. Their CPU time shows a long compilation while it goes on; the compilation bean
     * shows it when it is over.
     */
    Map<String, Turns> ofCompilers(Map<String, Turns> reading) {
        Map<String, Turns> compiling = new HashMap<>(reading);
        compiling.keySet().removeIf(thread -> !compilers.computeIfAbsent(thread, this::isCompiler));
        return compiling;
    }

    private boolean isCompiler(String thread) {
        try {
            return Files.readString(tasks.resolve(thread).resolve("comm")).matches("(?s)C[12] Compiler.*");
        } catch (IOException ended) {
            return false;
        }
    }

    /**
     * What the threads alive at the second of two readings did in between; a thread that started in between counts from
     * its start, one that ended in between is lost (load threads and event loops live as long as the fork): see
     * {@link Reading#unseenNanos()}.
     */
    static Turns between(Map<String, Turns> before, Map<String, Turns> after) {
        long nanos = 0;
        long turns = 0;
        for (Map.Entry<String, Turns> thread : after.entrySet()) {
            Turns earlier = before.getOrDefault(thread.getKey(), Turns.NONE);
            nanos += thread.getValue().nanos() - earlier.nanos();
            turns += thread.getValue().turns() - earlier.turns();
        }
        return new Turns(nanos, turns);
    }

    /** Closes the files. */
    @Override
    public void close() {
        files.values().forEach(CounterFile::close);
        files.clear();
        stat.ifPresent(CounterFile::close);
        stat = Optional.empty();
    }
}
