package dev.regatta.host;

import dev.regatta.load.CounterFile;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The CPU time of a process and all its descendants, from the scheduler's own nanosecond counters
 * ({@code /proc/PID/task/TID/schedstat}, first field). Its files stay open: a reading takes a few microseconds for each
 * process and thread.
 *
 * <p>
 * What a thread had used when it was last seen stays in the sum after its end; what it used after that, and all of a
 * thread that was never seen, is not counted. A process that ended is in what its parent knows of the children it
 * waited for ({@code cutime} and {@code cstime} of {@code /proc/PID/stat}, in ticks of 10 ms), so that one that came
 * and went between two readings counts as well: PostgreSQL has one for each connection. Children are looked up at the
 * main thread, where servers fork them.
 */
public final class ProcessTree {

    private static final long KIBI = 1024;
    /** What the kernel tells user space of times is in hundredths of a second, whatever its own clock. */
    private static final long TICK_NANOS = 10_000_000;
    /**
     * Fields of {@code /proc/PID/stat}, counted from the one behind the name: user and system time of ended children.
     */
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;

    /** The field that tells how many threads the process has. */
    private static final int THREADS = 17;
    private static final int FIELDS = 18;

    private final Path proc;
    private final String root;
    private final Map<String, Node> nodes = new HashMap<>();
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
        long waitedFor = 0;
        Deque<String> pids = new ArrayDeque<>(List.of(root));
        while (!pids.isEmpty()) {
            String pid = pids.remove();
            Optional<Long> ofChildren = read(pid, seen, pids);
            if (ofChildren.isPresent()) {
                living.add(pid);
                waitedFor += ofChildren.get();
            }
        }
        nodes.keySet().stream().filter(pid -> !living.contains(pid)).toList().forEach(this::forget);
        if (!living.contains(root) || seen.isEmpty()) {
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
        // The parent knows all time of ended children, but cut to ticks, and nothing of a child it has not waited for
        // yet.
        long sum = seen.values().stream().mapToLong(Long::longValue).sum() + endedThreadsNanos
                + Math.max(endedProcessesNanos, waitedFor);
        highest = Math.max(highest, sum);
        return OptionalLong.of(highest);
    }

    /**
     * Reads one process: its threads into {@code seen}, its children into {@code pids}.
     *
     * @return nanoseconds used by the children that it has waited for; empty where the process has ended: its threads
     *         are then counted as last seen
     */
    private Optional<Long> read(String pid, Map<Task, Long> seen, Deque<String> pids) {
        for (boolean opened = false; !opened;) {
            try {
                Node node = nodes.get(pid);
                if (node == null) {
                    opened = true;
                    node = new Node(pid, proc.resolve(pid));
                    nodes.put(pid, node);
                }
                return Optional.of(node.read(seen, pids));
            } catch (IOException e) {
                // It ended while it was read; or this was an earlier process of the same id.
                forget(pid);
            }
        }
        return Optional.empty();
    }

    private void forget(String pid) {
        Node node = nodes.remove(pid);
        if (node != null) {
            node.close();
        }
    }

    /** A process whose files are open. */
    private static final class Node implements AutoCloseable {

        private final String pid;
        private final Path tasks;
        private final CounterFile stat;
        private final CounterFile children;
        private final Map<Task, CounterFile> threads = new HashMap<>();

        Node(String pid, Path process) throws IOException {
            this.pid = pid;
            this.tasks = process.resolve("task");
            this.stat = new CounterFile(process.resolve("stat"));
            try {
                this.children = new CounterFile(tasks.resolve(pid).resolve("children"));
            } catch (IOException e) {
                stat.close();
                throw e;
            }
        }

        long read(Map<Task, Long> seen, Deque<String> pids) throws IOException {
            String line = stat.read();
            String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ", FIELDS + 1);
            Map<Task, Long> own = new HashMap<>();
            threads.entrySet().removeIf(thread -> !read(thread.getKey(), thread.getValue(), own));
            // The files of ended threads cannot be read any more. If as many are left as there are threads, none is
            // unknown.
            if (own.size() != Integer.parseInt(fields[THREADS])) {
                open(own);
            }
            addChildren(children.read(), pids);
            seen.putAll(own);
            return (Long.parseLong(fields[CHILDREN_USER]) + Long.parseLong(fields[CHILDREN_SYSTEM])) * TICK_NANOS;
        }

        /** Looks which threads there are, and reads those that are new. */
        private void open(Map<Task, Long> own) throws IOException {
            Set<Task> living = new HashSet<>();
            try (DirectoryStream<Path> listed = Files.newDirectoryStream(tasks)) {
                for (Path path : listed) {
                    Task thread = new Task(pid, path.getFileName().toString());
                    living.add(thread);
                    if (!threads.containsKey(thread)) {
                        open(thread, path, own);
                    }
                }
            }
            own.keySet().retainAll(living);
            threads.entrySet().removeIf(thread -> {
                boolean ended = !living.contains(thread.getKey());
                if (ended) {
                    thread.getValue().close();
                }
                return ended;
            });
        }

        private void open(Task thread, Path path, Map<Task, Long> own) {
            try {
                CounterFile file = new CounterFile(path.resolve("schedstat"));
                if (read(thread, file, own)) {
                    threads.put(thread, file);
                }
            } catch (IOException e) {
                // The thread ended between the listing and the reading.
            }
        }

        private static boolean read(Task thread, CounterFile file, Map<Task, Long> own) {
            try {
                String line = file.read();
                own.put(thread, Long.parseLong(line.substring(0, line.indexOf(' '))));
                return true;
            } catch (IOException ended) {
                file.close();
                return false;
            }
        }

        @Override
        public void close() {
            stat.close();
            children.close();
            threads.values().forEach(CounterFile::close);
        }
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
        long kilobytes = 0;
        Deque<String> pids = new ArrayDeque<>(List.of(root));
        while (!pids.isEmpty()) {
            String pid = pids.remove();
            Path process = proc.resolve(pid);
            try {
                kilobytes += Files.readAllLines(process.resolve("smaps_rollup")).stream()
                        .filter(line -> line.startsWith("Pss:"))
                        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", ""))).sum();
                addChildren(Files.readString(process.resolve("task").resolve(pid).resolve("children")), pids);
            } catch (IOException e) {
                if (pid.equals(root)) {
                    return OptionalLong.empty();
                }
                // A child that ended while it was read: its memory is free.
            }
        }
        return kilobytes > 0 ? OptionalLong.of(kilobytes * KIBI) : OptionalLong.empty();
    }

    private static void addChildren(String children, Deque<String> pids) {
        Stream.of(children.split("\\s+")).filter(child -> !child.isEmpty()).forEach(pids::add);
    }
}
