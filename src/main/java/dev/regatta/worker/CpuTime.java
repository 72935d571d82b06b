package dev.regatta.worker;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of this JVM's threads from {@code /proc/self/task/*}{@code /schedstat}, which counts nanoseconds where the
 * process CPU clock of the platform beans counts ticks.
 */
final class CpuTime {

    private final Path tasks;
    private final Map<String, Boolean> compilers = new HashMap<>();

    /** Reads from {@code tasks}, usually {@code /proc/self/task}. */
    CpuTime(Path tasks) {
        this.tasks = tasks;
    }

    /** Nanoseconds on a CPU so far, by thread id. */
    Map<String, Long> read() throws IOException {
        Map<String, Long> nanos = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    String stat = Files.readString(thread.resolve("schedstat"));
                    nanos.put(thread.getFileName().toString(), Long.parseLong(stat.substring(0, stat.indexOf(' '))));
                } catch (NoSuchFileException ended) {
                    // A thread that ended between the listing and the read has no time left to report.
                }
            }
        }
        return nanos;
    }

    /**
     * The part of a reading that belongs to the JIT compilers' threads, which HotSpot names {@code C1 CompilerThre…} and
     * {@code C2 CompilerThre…}. Their CPU time shows a long compilation while it goes on; the compilation bean shows it
     * when it is over.
     */
    Map<String, Long> ofCompilers(Map<String, Long> reading) {
        Map<String, Long> nanos = new HashMap<>(reading);
        nanos.keySet().removeIf(thread -> !compilers.computeIfAbsent(thread, this::isCompiler));
        return nanos;
    }

    private boolean isCompiler(String thread) {
        try {
            return Files.readString(tasks.resolve(thread).resolve("comm")).matches("(?s)C[12] Compiler.*");
        } catch (IOException ended) {
            return false;
        }
    }

    /**
     * Nanoseconds spent between two readings by the threads alive at the second; a thread that started in between counts
     * from its start, one that ended in between is lost (load threads and event loops live as long as the fork).
     */
    static long between(Map<String, Long> before, Map<String, Long> after) {
        long sum = 0;
        for (Map.Entry<String, Long> thread : after.entrySet()) {
            sum += thread.getValue() - before.getOrDefault(thread.getKey(), 0L);
        }
        return sum;
    }
}
