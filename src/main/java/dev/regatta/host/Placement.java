package dev.regatta.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which CPUs the workers run on and which the database, so that neither takes time from the other.
 *
 * @param clientCpus   CPU numbers of the workers, ascending
 * @param databaseCpus CPU numbers of the database, ascending; both lists are empty where nothing is pinned
 */
public record Placement(List<Integer> clientCpus, List<Integer> databaseCpus) {

    /** Nothing is pinned. */
    public static final Placement NONE = new Placement(List.of(), List.of());

    private static final Pattern FACT = Pattern
            .compile("client=(\\d{1,4}(?:[,-]\\d{1,4})*) database=(\\d{1,4}(?:[,-]\\d{1,4})*)");

    /** Checks that both sides have CPUs or both have none, and that they share none. */
    public Placement {
        clientCpus = clientCpus.stream().sorted().toList();
        databaseCpus = databaseCpus.stream().sorted().toList();
        if (clientCpus.isEmpty() != databaseCpus.isEmpty() || !Collections.disjoint(clientCpus, databaseCpus)) {
            throw new IllegalArgumentException("client CPUs " + clientCpus + " and database CPUs " + databaseCpus
                    + " must be both empty or disjoint");
        }
    }

    /**
     * A half of the CPUs this process may use for each side, the lower ones for the client; {@link #NONE} on one CPU,
     * without {@code taskset} or without {@code /proc}. Hyper-threads of one core stay on one side where there are two
     * cores or more.
     */
    public static Placement detect() {
        return detect(OptionalInt.empty());
    }

    /**
     * The same with so many CPUs for the client and the others for the database, where that leaves it one: of a core of which
     * the client has a thread it gets none, unless nothing else is left.
     */
    public static Placement detect(OptionalInt forTheClient) {
        String path = System.getenv("PATH");
        return detect(Path.of("/"), path == null ? "" : path, forTheClient);
    }

    /**
     * {@link #detect(OptionalInt)} on a machine whose root directory is {@code root}.
     *
     * @param path the folders to look for {@code taskset} in, separated by colons
     */
    static Placement detect(Path root, String path, OptionalInt forTheClient) {
        boolean taskset = Arrays.stream(path.split(":")).filter(folder -> folder.startsWith("/"))
                .anyMatch(folder -> Files.isExecutable(root.resolve(folder.substring(1)).resolve("taskset")));
        List<Integer> allowed = taskset ? allowed(root) : List.of();
        if (allowed.size() < 2) {
            return NONE;
        }
        Map<String, List<Integer>> cores = new LinkedHashMap<>();
        allowed.forEach(cpu -> cores.computeIfAbsent(core(root, cpu), core -> new ArrayList<>()).add(cpu));
        List<Integer> byCore = cores.values().stream().flatMap(List::stream).toList();
        OptionalInt wanted = forTheClient.stream().filter(cpus -> cpus < byCore.size()).findFirst();
        int half = wanted.orElse(byCore.size() / 2);
        // The cut moves up to a core's last thread, unless that would leave the database nothing.
        int cut = half;
        while (cut < byCore.size() && core(root, byCore.get(cut - 1)).equals(core(root, byCore.get(cut)))) {
            cut++;
        }
        cut = cut == byCore.size() ? half : cut;
        return new Placement(byCore.subList(0, wanted.orElse(cut)), byCore.subList(cut, byCore.size()));
    }

    /** The CPUs of both sides; where nothing is placed those that this process may use, as far as that can be read. */
    public List<Integer> all() {
        if (!clientCpus.isEmpty()) {
            return Stream.concat(clientCpus.stream(), databaseCpus.stream()).sorted().toList();
        }
        List<Integer> allowed = allowed(Path.of("/"));
        return allowed.isEmpty()
                ? IntStream.range(0, Runtime.getRuntime().availableProcessors()).boxed().toList()
                : allowed;
    }

    /** What to put before a worker's command line: {@code chrt --rr 1 taskset -c 0}, or nothing. */
    public List<String> prefix(Scheduling scheduling) {
        return clientCpus.isEmpty()
                ? List.of()
                : Stream.concat(scheduling.worker().stream(), taskset(clientCpus).stream()).toList();
    }

    /** What to put before the command line of what runs beside the server. */
    public List<String> databasePrefix() {
        return taskset(databaseCpus);
    }

    /** What to put before the command line of the server itself, if it is placed. */
    public List<String> serverPrefix(Scheduling scheduling) {
        return databaseCpus.isEmpty()
                ? List.of()
                : Stream.concat(databasePrefix().stream(), scheduling.server().stream()).toList();
    }

    /** The command that lets a thread use the CPUs of both sides; empty where nothing is placed. */
    public List<String> everywhere(long thread) {
        return clientCpus.isEmpty() ? List.of() : moved(all(), thread);
    }

    /** The command that leaves a thread the client's CPUs only; empty where nothing is placed. */
    public List<String> besideTheClient(long thread) {
        return moved(clientCpus, thread);
    }

    /** The command that leaves all threads of a process the client's CPUs only; empty where nothing is placed. */
    public List<String> allBesideTheClient(long pid) {
        return clientCpus.isEmpty()
                ? List.of()
                : List.of("taskset", "-a", "-c", "-p", list(clientCpus), Long.toString(pid));
    }

    private static List<String> moved(List<Integer> cpus, long thread) {
        return cpus.isEmpty()
                ? List.of()
                : List.of("taskset", "-c", "-p", list(cpus), Long.toString(thread));
    }

    /** The placement that {@link #asFact()} gives as {@code fact}; {@link #NONE} for any other text. */
    public static Placement of(String fact) {
        Matcher sets = FACT.matcher(fact);
        if (!sets.matches()) {
            return NONE;
        }
        List<Integer> client = parse(sets.group(1));
        List<Integer> database = parse(sets.group(2));
        return Collections.disjoint(client, database) ? new Placement(client, database) : NONE;
    }

    /** The value of the fact {@code placement}: {@code client=0-3 database=4-7}, or {@code none}. */
    public String asFact() {
        return clientCpus.isEmpty() ? "none" : "client=" + list(clientCpus) + " database=" + list(databaseCpus);
    }

    /** The kernel's way to write a list of CPUs: {@code 0-3,6}. */
    public static String list(List<Integer> cpus) {
        StringBuilder text = new StringBuilder();
        for (int first = 0, last; first < cpus.size(); first = last + 1) {
            last = first;
            while (last + 1 < cpus.size() && cpus.get(last + 1) == cpus.get(last) + 1) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ",").append(cpus.get(first));
            if (last > first) {
                text.append('-').append(cpus.get(last));
            }
        }
        return text.toString();
    }

    /** The CPUs of a list as the kernel writes it. */
    static List<Integer> parse(String list) {
        return Arrays.stream(list.strip().split(",")).filter(range -> !range.isEmpty()).flatMap(range -> {
            String[] ends = range.split("-");
            return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])).boxed();
        }).toList();
    }

    /** The CPUs that the process with this folder in {@code /proc} may use; empty where that cannot be read. */
    public static List<Integer> allowedTo(Path process) {
        Path status = process.resolve("status");
        if (!Files.isReadable(status)) {
            return List.of();
        }
        try {
            return Files.readAllLines(status).stream().filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .flatMap(line -> parse(line.substring(line.indexOf(':') + 1)).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + status, e);
        }
    }

    private static List<Integer> allowed(Path root) {
        return allowedTo(root.resolve("proc/self"));
    }

    /** The core of a CPU as the list of its threads; the CPU itself where that is not told. */
    public static String core(Path root, int cpu) {
        Path siblings = root.resolve("sys/devices/system/cpu/cpu" + cpu + "/topology/thread_siblings_list");
        try {
            return Files.isReadable(siblings) ? Files.readString(siblings).strip() : Integer.toString(cpu);
        } catch (IOException e) {
            return Integer.toString(cpu);
        }
    }

    private static List<String> taskset(List<Integer> cpus) {
        return cpus.isEmpty() ? List.of() : List.of("taskset", "-c", list(cpus));
    }
}
