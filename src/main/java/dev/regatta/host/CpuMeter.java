package dev.regatta.host;

import dev.regatta.load.CounterFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.StringTokenizer;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads how much time each CPU of this machine has been busy, and how much the hypervisor or a CPU quota has taken: the
 * passive meter of disturbance. The nanosecond counters of the cgroup-v1 root are used where they exist, the 10 ms
 * ticks of {@code /proc/stat} otherwise, as on a system with cgroup v2 only, which has no such counters for each CPU.
 *
 * <p>
 * The kernel looks once a tick of its own who runs. So over a fifth of a second, ticks were seen to be off by 14 ms
 * either way (1 % of 1818 readings were further off). Busy times from ticks are therefore rounded down by two ticks, so
 * that a reading hardly claims more than there was. It follows that others have to use 20 ms more of each CPU before
 * they are seen: over a fifth of a second, a limit of 10 % of a CPU is one of about 20 %.
 */
public final class CpuMeter {

    private static final long TICK_NANOS = 10_000_000;

    private static final String CPU = "cpu";
    private static final int FIELDS = 8;
    private static final int USER = 0;
    private static final int NICE = 1;
    private static final int SYSTEM = 2;
    private static final int INTERRUPTS = 5;
    private static final int SOFT_INTERRUPTS = 6;
    private static final int STEAL = 7;

    private final Path root;
    private final Optional<Path> perCpuNanos;
    private final Optional<Quota> quota;
    private CounterFile stat;
    private CounterFile nanos;

    /** A meter on the file system below {@code root}, usually {@code /}. */
    public CpuMeter(Path root) {
        this.root = root;
        this.quota = Quota.of(root);
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
     * @param busyNanos       per CPU, by its number
     * @param stealNanos      what the hypervisor took, per CPU, by its number; {@value #OFFLINE} for one that is offline
     * @param throttledNanos  what a quota took, of all CPUs
     * @param resolutionNanos how far a difference of two readings may be off, per CPU
     */
    public record Reading(long[] busyNanos, long[] stealNanos, long throttledNanos, long resolutionNanos) {

        private static final long OFFLINE = -1;

        /** Those of {@code cpus} of which it says nothing, because they are offline or this system hides them. */
        public List<Integer> missing(List<Integer> cpus) {
            return cpus.stream().filter(cpu -> cpu >= busyNanos.length || cpu >= stealNanos.length
                    || stealNanos[cpu] == OFFLINE).toList();
        }

        /**
         * Busy nanoseconds of these CPUs, of which neither misses one, since {@code earlier}, rounded down by the
         * resolution.
         */
        public long busySince(Reading earlier, List<Integer> cpus) {
            long sum = 0;
            for (int cpu : cpus) {
                sum += Math.max(0, busyNanos[cpu] - earlier.busyNanos[cpu] - resolutionNanos);
            }
            return sum;
        }

        /**
         * Share (0 to 1) of the time of these CPUs, of which neither misses one, taken by the hypervisor or a quota
         * since {@code earlier}.
         */
        public double stealSince(Reading earlier, long elapsedNanos, List<Integer> cpus) {
            long stolen = -TICK_NANOS;
            for (int cpu : cpus) {
                stolen += stealNanos[cpu] - earlier.stealNanos[cpu];
            }
            long taken = Math.max(0, stolen) + throttledNanos - earlier.throttledNanos;
            return Math.clamp(taken / ((double) elapsedNanos * cpus.size()), 0.0, 1.0);
        }
    }

    /** A reading now; empty where this system has neither source. */
    public synchronized Optional<Reading> read() {
        try {
            if (stat == null) {
                stat = new CounterFile(root.resolve("proc/stat"));
                nanos = perCpuNanos.isPresent() ? new CounterFile(perCpuNanos.get()) : null;
            }
            SortedMap<Integer, long[]> cpus = cpus(stat.read());
            long[] steal = new long[cpus.lastKey() + 1];
            Arrays.fill(steal, Reading.OFFLINE);
            cpus.forEach((number, cpu) -> steal[number] = cpu[STEAL] * TICK_NANOS);
            long throttled = quota.isPresent() ? quota.get().throttledNanos() : 0;
            if (nanos != null) {
                return Optional.of(new Reading(numbers(nanos.read().strip()), steal, throttled, 0));
            }
            long[] ticks = new long[cpus.lastKey() + 1];
            cpus.forEach((number, cpu) -> ticks[number] = TICK_NANOS
                    * (cpu[USER] + cpu[NICE] + cpu[SYSTEM] + cpu[INTERRUPTS] + cpu[SOFT_INTERRUPTS]));
            return Optional.of(new Reading(ticks, steal, throttled, 2 * TICK_NANOS));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The lines {@code cpu0 …} by number; they are the first of the file, behind the sum of all. */
    private static SortedMap<Integer, long[]> cpus(String stat) {
        SortedMap<Integer, long[]> cpus = new TreeMap<>();
        for (int start = stat.indexOf('\n') + 1; stat.startsWith(CPU, start); start = stat.indexOf('\n', start) + 1) {
            int name = stat.indexOf(' ', start);
            cpus.put(Integer.valueOf(stat.substring(start + CPU.length(), name)),
                    Arrays.copyOf(numbers(stat.substring(name, stat.indexOf('\n', name)).strip()), FIELDS));
        }
        return cpus;
    }

    private static long[] numbers(String line) {
        StringTokenizer words = new StringTokenizer(line);
        long[] numbers = new long[words.countTokens()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words.nextToken());
        }
        return numbers;
    }
}
