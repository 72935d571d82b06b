package dev.regatta.host;

import dev.regatta.load.CounterFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * For how long a CPU quota ({@code docker run --cpus}, a Kubernetes limit) has kept this process' cgroup from running,
 * by {@code cpu.stat} of cgroup v2 or v1. A quota of a cgroup around it stops it as well, and is counted there only.
 */
record Quota(List<CounterFile> stats) {

    /** Microseconds in cgroup v2, nanoseconds in v1. */
    private static final Pattern THROTTLED = Pattern.compile("(?m)^throttled_(usec|time) (\\d+)");

    /** That of this process on a machine whose root directory is {@code root}; empty where there is none to be read. */
    static Optional<Quota> of(Path root) {
        try {
            for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
                String[] parts = line.split(":", 3);
                boolean unified = parts[1].isEmpty();
                if (unified || List.of(parts[1].split(",")).contains("cpu")) {
                    List<CounterFile> stats = stats(root.resolve("sys/fs/cgroup").resolve(parts[1]), parts[2]);
                    if (!stats.isEmpty()) {
                        return Optional.of(new Quota(stats));
                    }
                }
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            // No Linux, or one without cgroups: no quota that could be read.
        }
        return Optional.empty();
    }

    /** From the cgroup outwards. In a container its own folder is often mounted as the root of all. */
    private static List<CounterFile> stats(Path hierarchy, String cgroup) throws IOException {
        List<CounterFile> stats = new ArrayList<>();
        for (Path folder = hierarchy.resolve(cgroup.substring(1)); folder.startsWith(hierarchy); folder = folder
                .getParent()) {
            Path stat = folder.resolve("cpu.stat");
            if (Files.isReadable(stat)) {
                stats.add(new CounterFile(stat));
            }
        }
        return stats;
    }

    /**
     * Nanoseconds, added up over all CPUs, for which runnable threads were held back since the cgroup was made.
     *
     * @throws IOException if it can no longer be read
     */
    long throttledNanos() throws IOException {
        long nanos = 0;
        for (CounterFile stat : stats) {
            nanos += throttledNanos(stat.read());
        }
        return nanos;
    }

    private static long throttledNanos(String stat) {
        Matcher throttled = THROTTLED.matcher(stat);
        if (!throttled.find()) {
            return 0;
        }
        return Long.parseLong(throttled.group(2)) * (throttled.group(1).equals("usec") ? 1000 : 1);
    }
}
