package dev.regatta.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The CPU time of a process and all its descendants, from the scheduler's own nanosecond counters
 * ({@code /proc/PID/task/TID/schedstat}, first field). A reading takes a few microseconds for each thread.
 *
 * <p>
 * What a thread had used when it was last seen stays in the sum after its end; what it used after that, and all of a thread
 * that was never seen, is not counted. A process that ended is in what its parent knows of the children it waited for
 * ({@code cutime} and {@code cstime} of {@code /proc/PID/stat}, in ticks of 10 ms), so that one that came and went between two
 * readings counts as well: PostgreSQL has one for each connection. Children are looked up at the main thread, where servers
 * fork them.
 */
public final class ProcessTree {

    private static final long KIBI = 1024;
    /** What the kernel tells user space of times is in hundredths of a second, whatever its own clock. */
    private static final long TICK_NANOS = 10_000_000;
    /** Fields of {@code /proc/PID/stat}, counted from the one behind the name: user and system time of ended children. */
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    private final Path proc;
    private final String root;
    private Map<Task, Long> lastSeen = Map.of();
    private long endedThreadsNanos;
    private long endedProcessesNanos;
    private long highest;

    /** The tree below the process {@code pid}, seen through {@code proc}, usually {@code /proc}. */
    public ProcessTree(Path proc, long pid) {
        this.proc = proc;
        this.root = Long.toString(pid);
    }

    /** Nanoseconds used so far; never less than before; empty where the root process cannot be read. */
    public synchronized OptionalLong cpuNanos() {
        Map<Task, Long> seen = new HashMap<>();
        Set<String> living = new HashSet<>();
        long[] waitedFor = {0};
        boolean read = everyProcess(process -> {
            waitedFor[0] += endedChildrenNanos(Files.readString(process.resolve("stat")));
            String pid = process.getFileName().toString();
            living.add(pid);
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
                for (Path thread : threads) {
                    readNanos(pid, thread, seen);
                }
            }
        });
        if (!read || seen.isEmpty()) {
            return OptionalLong.empty();
        }
        lastSeen.forEach((thread, nanos) -> {
            Long now = seen.get(thread);
            // Less than before: the id of an ended thread, or process, was given to a new one.
            if (now == null || now < nanos) {
                if (living.contains(thread.process()) && !thread.main()) {
                    endedThreadsNanos += nanos;
                } else {
                    endedProcessesNanos += nanos;
                }
            }
        });
        lastSeen = seen;
        // Of what has ended, the parent knows all, but cut to ticks; and nothing of a child it has not waited for yet.
        long sum = seen.values().stream().mapToLong(Long::longValue).sum() + endedThreadsNanos
                + Math.max(endedProcessesNanos, waitedFor[0]);
        highest = Math.max(highest, sum);
        return OptionalLong.of(highest);
    }

    private static long endedChildrenNanos(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
        return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM])) * TICK_NANOS;
    }

    /** A thread, which the kernel calls a task, by its id and its process's. */
    private record Task(String process, String id) {

        private boolean main() {
            return id.equals(process);
        }
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

    private static void readNanos(String process, Path thread, Map<Task, Long> seen) {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            seen.put(new Task(process, thread.getFileName().toString()),
                    Long.parseLong(line.substring(0, line.indexOf(' '))));
        } catch (IOException e) {
            // The thread ended between the listing and the reading.
        }
    }
}
