package dev.regatta.worker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the scheduler counts of this JVM's threads, from {@code /proc/self/task/*}{@code /schedstat}, which counts nanoseconds where the
 * process CPU clock of the platform beans counts ticks.
 */
final class CpuTime {

    private final Path tasks;
    private final Map<String, Boolean> compilers = new HashMap<>();

    /** Reads from {@code tasks}, usually {@code /proc/self/task}. */
    CpuTime(Path tasks) {
        this.tasks = tasks;
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
            String[] fields = schedstat.strip().split(" ");
            return new Turns(Long.parseLong(fields[0]), Long.parseLong(fields[2]));
        }
    }

    /** All threads, by thread id. */
    Map<String, Turns> read() throws IOException {
        Map<String, Turns> turns = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    turns.put(thread.getFileName().toString(),
                            Turns.of(Files.readString(thread.resolve("schedstat"))));
                } catch (IOException ended) {
                    // A thread that ended since it was listed has no time left to report: its file is gone, or, once open,
                    // answers that there is no such process.
                }
            }
        }
        return turns;
    }

    /**
     * The part of a reading that belongs to the JIT compilers' threads, which HotSpot names {@code C1 CompilerThre…} and
     * {@code C2 CompilerThre…}. Their CPU time shows a long compilation while it goes on; the compilation bean shows it
     * when it is over.
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
     * What the threads alive at the second of two readings did in between; a thread that started in between counts from its
     * start, one that ended in between is lost (load threads and event loops live as long as the fork).
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
}
