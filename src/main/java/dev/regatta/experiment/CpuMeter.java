package dev.regatta.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads how much time each CPU of this machine has been busy, and how much the hypervisor has taken: the passive meter of
 * disturbance. The nanosecond counters of the cgroup-v1 root are used where they exist, the 10 ms ticks of
 * {@code /proc/stat} otherwise; shares computed from ticks are rounded down by two ticks, so that a reading never claims
 * more disturbance than there was.
 */
public final class CpuMeter {

    private static final long TICK_NANOS = 10_000_000;

    private final Path root;
    private final Optional<Path> perCpuNanos;

    /** A meter on the file system below {@code root}, usually {@code /}. */
    public CpuMeter(Path root) {
        this.root = root;
        this.perCpuNanos = Stream
                .of("sys/fs/cgroup/cpuacct/cpuacct.usage_percpu", "sys/fs/cgroup/cpu,cpuacct/cpuacct.usage_percpu")
                .map(root::resolve).filter(Files::isReadable).filter(file -> ownCgroupIsRoot()).findFirst();
    }

    /** In another cgroup, as inside a container, the counters would show that cgroup only. */
    private boolean ownCgroupIsRoot() {
        try {
            return Files.readAllLines(root.resolve("proc/self/cgroup")).stream()
                    .anyMatch(line -> line.matches("\\d+:[a-z,]*\\bcpuacct\\b[a-z,]*:/"));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Busy time so far.
     *
     * @param busyNanos  per CPU, by its number; a CPU that is offline has none
     * @param stealNanos over all CPUs
     * @param online     how many CPUs there are
     * @param resolutionNanos how far a difference of two readings may be off, per CPU
     */
    public record Reading(long[] busyNanos, long stealNanos, int online, long resolutionNanos) {

        /** Busy nanoseconds of these CPUs since {@code earlier}, rounded down by the resolution. */
        public long busySince(Reading earlier, List<Integer> cpus) {
            long sum = 0;
            for (int cpu : cpus) {
                sum += Math.max(0, busyNanos[cpu] - earlier.busyNanos[cpu] - resolutionNanos);
            }
            return sum;
        }

        /** Share of all CPUs' time stolen since {@code earlier}. */
        public OptionalDouble stealSince(Reading earlier, long elapsedNanos) {
            return OptionalDouble.of(Math.clamp(
                    (stealNanos - earlier.stealNanos - TICK_NANOS) / ((double) elapsedNanos * online), 0.0,
                    1.0));
        }
    }

    /** A reading now; empty where this system has neither source. */
    public Optional<Reading> read() {
        try {
            SortedMap<Integer, long[]> stat = Files.readAllLines(root.resolve("proc/stat")).stream()
                    .filter(line -> line.matches("cpu\\d.*")).map(line -> line.split(" +", 2))
                    .collect(Collectors.toMap(line -> Integer.valueOf(line[0].substring("cpu".length())),
                            line -> Stream.of(line[1].split(" +")).mapToLong(Long::parseLong).toArray(),
                            (first, second) -> second, TreeMap::new));
            long steal = stat.values().stream().mapToLong(cpu -> cpu[7] * TICK_NANOS).sum();
            if (perCpuNanos.isPresent()) {
                long[] nanos = Stream.of(Files.readString(perCpuNanos.get()).trim().split(" +"))
                        .mapToLong(Long::parseLong).toArray();
                return Optional.of(new Reading(nanos, steal, stat.size(), 0));
            }
            long[] ticks = new long[stat.lastKey() + 1];
            stat.forEach((number, cpu) -> ticks[number] = (cpu[0] + cpu[1] + cpu[2] + cpu[5] + cpu[6]) * TICK_NANOS);
            return Optional.of(new Reading(ticks, steal, stat.size(), 2 * TICK_NANOS));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }
}
