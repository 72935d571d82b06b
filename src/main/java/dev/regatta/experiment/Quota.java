package dev.regatta.experiment;

import dev.regatta.load.CounterFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * For how long a CPU quota ({@code docker run --cpus}, a Kubernetes limit) has kept this process' cgroup from running, by
 * {@code cpu.stat} of cgroup v2 or v1.
 */
final class Quota {

    private final CounterFile stat;

    private Quota(CounterFile stat) {
        this.stat = stat;
    }

    /** That of this process on a machine whose root directory is {@code root}; empty where there is none to be read. */
    static Optional<Quota> of(Path root) {
        try {
            for (String line : Files.readAllLines(root.resolve("proc/self/cgroup"))) {
                String[] parts = line.split(":", 3);
                boolean unified = parts[1].isEmpty();
                if (unified || List.of(parts[1].split(",")).contains("cpu")) {
                    Optional<Path> file = file(root.resolve("sys/fs/cgroup").resolve(parts[1]), parts[2]);
                    if (file.isPresent()) {
                        return Optional.of(new Quota(new CounterFile(file.get())));
                    }
                }
            }
        } catch (IOException | IndexOutOfBoundsException e) {
            // No Linux, or one without cgroups: no quota that could be read.
        }
        return Optional.empty();
    }

    /** In a container the cgroup's own folder is often mounted as the root of all. */
    private static Optional<Path> file(Path hierarchy, String cgroup) {
        return Stream.of(hierarchy.resolve(cgroup.substring(1)), hierarchy).map(folder -> folder.resolve("cpu.stat"))
                .filter(Files::isReadable).findFirst();
    }

    /**
     * Nanoseconds of all CPUs during which what was ready to run was not let, since the cgroup was made.
     *
     * @throws IOException if it can no longer be read
     */
    long throttledNanos() throws IOException {
        for (String line : stat.read().split("\n")) {
            int space = line.indexOf(' ');
            switch (space < 0 ? "" : line.substring(0, space)) {
                case "throttled_usec" -> {
                    return 1000 * Long.parseLong(line.substring(space + 1));
                }
                case "throttled_time" -> {
                    return Long.parseLong(line.substring(space + 1));
                }
                default -> {
                    // Another counter.
                }
            }
        }
        return 0;
    }
}
