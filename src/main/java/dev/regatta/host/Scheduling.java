package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Who gets a CPU that others want as well. In either way no thread of a server that wakes up takes the CPU from another of
 * its threads, which may hold a latch that all others would then spin for.
 *
 * <p>{@code chrt} is in the same package as {@code taskset}, without which nothing is placed.
 */
public enum Scheduling {

    /**
     * Server and workers run in real time: before others on their CPUs, such as a build. A nice value does not do that,
     * because a thread that wakes up still waits for the slice of the one that runs. Only a user who may set priorities has it.
     */
    FIRST("rr", 1),

    /** They share their CPUs with others. */
    SHARED("batch", 0);

    /** How many microseconds of each period threads in real time may have; -1 if they may have all. */
    private static final Path REAL_TIME = Path.of("/proc/sys/kernel/sched_rt_runtime_us");

    private static final Scheduling HERE = leavesTimeToOthers(REAL_TIME) ? of(ShortCommand::succeeds) : SHARED;

    private final String policy;
    private final int priority;

    Scheduling(String policy, int priority) {
        this.policy = policy;
        this.priority = priority;
    }

    /** What this user may have. */
    public static Scheduling here() {
        return HERE;
    }

    /** Whether a thread in real time that never waits leaves others enough to end it: not where somebody took that off. */
    static boolean leavesTimeToOthers(Path setting) {
        try {
            return !Files.readString(setting).strip().equals("-1");
        } catch (IOException e) {
            return false;
        }
    }

    /** The first way that works. */
    static Scheduling of(Predicate<List<String>> works) {
        return works.test(Stream.concat(FIRST.server().stream(), Stream.of("true")).toList()) ? FIRST : SHARED;
    }

    /** What to put before the command line of a server. */
    public List<String> server() {
        return List.of("chrt", "--" + policy, Integer.toString(priority));
    }

    /** The command that does the same to a server which runs already. */
    public List<String> server(long pid) {
        return List.of("chrt", "--all-tasks", "--" + policy, "--pid", Integer.toString(priority), Long.toString(pid));
    }

    /**
     * Schedules a server that runs already, as well as it may be: some kernels allow no container to run in real time.
     *
     * @return how; empty if it may not be changed
     */
    public static Optional<Scheduling> ofRunningServer(long pid) {
        return Stream.of(here(), SHARED).filter(way -> ShortCommand.succeeds(way.server(pid))).findFirst();
    }

    /** Has a server that goes on running scheduled as the kernel schedules any other, with all that it has started. */
    public static void leave(long pid) {
        Stream.concat(Stream.of(pid), ProcessHandle.of(pid).stream().flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)).forEach(each -> ShortCommand.succeeds(SHARED.worker(each)));
    }

    /** What to put before a worker's command line: a client that is alone on its CPUs needs nothing. */
    public List<String> worker() {
        return this == FIRST ? server() : List.of();
    }

    /** The command that schedules a worker which runs already. */
    public List<String> worker(long pid) {
        return this == FIRST
                ? server(pid)
                : List.of("chrt", "--all-tasks", "--other", "--pid", "0", Long.toString(pid));
    }

    /** The value of the fact {@code database.scheduling}; {@code default} for a server that is not scheduled from here. */
    public static String fact(Optional<Scheduling> scheduling) {
        return scheduling.map(way -> way.policy).orElse("default");
    }
}
