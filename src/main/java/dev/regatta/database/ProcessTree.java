package dev.regatta.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The CPU time of a process and all its descendants, from the scheduler's own nanosecond counters
 * ({@code /proc/PID/task/TID/schedstat}, first field). A reading takes a few microseconds for each thread.
 *
 * <p>
 * What a thread had used when it was last seen stays in the sum after its end. What it used after that, and all of a thread
 * that was never seen, is not counted. Children are looked up at the main thread, where servers fork them.
 */
public final class ProcessTree {

    private static final long KIBI = 1024;

    private final Path proc;
    private final String root;
    private Map<String, Long> lastSeen = Map.of();
    private long endedNanos;

    /** The tree below the process {@code pid}, seen through {@code proc}, usually {@code /proc}. */
    public ProcessTree(Path proc, long pid) {
        this.proc = proc;
        this.root = Long.toString(pid);
    }

    /** Nanoseconds used so far; never less than before; empty where the root process cannot be read. */
    public synchronized OptionalLong cpuNanos() {
        Map<String, Long> seen = new HashMap<>();
        boolean read = everyProcess(process -> {
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
                for (Path thread : threads) {
                    readNanos(thread, seen);
                }
            }
        });
        if (!read || seen.isEmpty()) {
            return OptionalLong.empty();
        }
        lastSeen.forEach((thread, nanos) -> {
            Long now = seen.get(thread);
            // Less than before: the id of an ended thread was given to a new one.
            if (now == null || now < nanos) {
                endedNanos += nanos;
            }
        });
        lastSeen = seen;
        return OptionalLong.of(endedNanos + seen.values().stream().mapToLong(Long::longValue).sum());
    }

    /**
     * Bytes of memory of all processes, what they share counted once: the sum of their proportional set sizes
     * ({@code /proc/PID/smaps_rollup}); empty where that of the root process cannot be read.
     */
    public OptionalLong memoryBytes() {
        long[] kilobytes = {0};
        boolean read = everyProcess(process -> kilobytes[0] += Files.readAllLines(process.resolve("smaps_rollup"))
                .stream().filter(line -> line.startsWith("Pss:")).mapToLong(ProcessTree::kilobytes).sum());
        return read && kilobytes[0] > 0 ? OptionalLong.of(kilobytes[0] * KIBI) : OptionalLong.empty();
    }

    private static long kilobytes(String line) {
        return Long.parseLong(line.replaceAll("\\D", ""));
    }

    /** What is read of a process. */
    private interface Reading {
        /** Reads below its folder in {@code /proc}. */
        void of(Path process) throws IOException;
    }

    /** Reads of every process of the tree; answers whether the root process could be read. */
    private boolean everyProcess(Reading reading) {
        Deque<String> pids = new ArrayDeque<>();
        pids.add(root);
        while (!pids.isEmpty()) {
            String pid = pids.remove();
            Path process = proc.resolve(pid);
            try {
                reading.of(process);
                for (String child : Files.readString(process.resolve("task").resolve(pid).resolve("children"))
                        .split("\\s+")) {
                    if (!child.isEmpty()) {
                        pids.add(child);
                    }
                }
            } catch (IOException e) {
                if (pid.equals(root)) {
                    return false;
                }
                // A child that ended while it was read: its threads are counted as last seen.
            }
        }
        return true;
    }

    private static void readNanos(Path thread, Map<String, Long> seen) {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            seen.put(thread.getFileName().toString(), Long.parseLong(line.substring(0, line.indexOf(' '))));
        } catch (IOException e) {
            // The thread ended between the listing and the reading.
        }
    }
}
