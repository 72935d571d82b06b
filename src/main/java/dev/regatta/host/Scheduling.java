package dev.regatta.host;

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

    /** Server and workers run before others on their CPUs, such as a build. Only a user who may set priorities has it. */
    FIRST("rr", 1, List.of("nice", "-n", "-20")),

    /** They share their CPUs with others. */
    SHARED("batch", 0, List.of());

    private static final Scheduling HERE = of(ShortCommand::succeeds);

    private final String policy;
    private final int priority;
    private final List<String> worker;

    Scheduling(String policy, int priority, List<String> worker) {
        this.policy = policy;
        this.priority = priority;
        this.worker = worker;
    }

    /** What this user may have. */
    public static Scheduling here() {
        return HERE;
    }

    /** The first way that works. Whoever may run in real time may lower a nice value as well: both need one capability. */
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

    /** What to put before a worker's command line. */
    public List<String> worker() {
        return worker;
    }

    /** The value of the fact {@code database.scheduling}; {@code default} for a server that is not scheduled from here. */
    public static String fact(Optional<Scheduling> scheduling) {
        return scheduling.map(way -> way.policy).orElse("default");
    }
}
