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
 * The CPU time of a server's process and all its descendants, from the scheduler's own nanosecond counters
 * ({@code /proc/PID/task/TID/schedstat}, first field). A reading takes a few microseconds for each thread.
 *
 * <p>
 * What a thread had used when it was last seen stays in the sum after its end. What it used after that, and all of a thread
 * that was never seen, is not counted. Children are looked up at the main thread, where servers fork them.
 */
final class ProcessTree {

    private final Path proc;
    private final String root;
    private Map<String, Long> lastSeen = Map.of();
    private long endedNanos;

    /** The tree below the process {@code pid}, seen through {@code proc}, usually {@code /proc}. */
    ProcessTree(Path proc, long pid) {
        this.proc = proc;
        this.root = Long.toString(pid);
    }

    /** Nanoseconds used so far; never less than before; empty where the root process cannot be read. */
    synchronized OptionalLong cpuNanos() {
        Map<String, Long> seen = new HashMap<>();
        Deque<String> pids = new ArrayDeque<>();
        pids.add(root);
        while (!pids.isEmpty()) {
            String pid = pids.remove();
            Path tasks = proc.resolve(pid).resolve("task");
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
                for (Path thread : threads) {
                    readNanos(thread, seen);
                }
                for (String child : Files.readString(tasks.resolve(pid).resolve("children")).split("\\s+")) {
                    if (!child.isEmpty()) {
                        pids.add(child);
                    }
                }
            } catch (IOException e) {
                if (pid.equals(root)) {
                    return OptionalLong.empty();
                }
                // A child that ended while it was read: its threads are counted as last seen.
            }
        }
        if (seen.isEmpty()) {
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

    private static void readNanos(Path thread, Map<String, Long> seen) {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            seen.put(thread.getFileName().toString(), Long.parseLong(line.substring(0, line.indexOf(' '))));
        } catch (IOException e) {
            // The thread ended between the listing and the reading.
        }
    }
}
