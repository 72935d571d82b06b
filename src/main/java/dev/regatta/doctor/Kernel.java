package dev.regatta.doctor;

import dev.regatta.host.CpuIdleBlocker;
import dev.regatta.load.Clock;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;

/** How the kernel tells the time, how fast it lets the CPUs run, and whether it lets them sleep. */
final class Kernel {

    /**
     * A clock whose reading takes longer than this shows in the results: two readings frame every operation, and an
     * operation takes 20 microseconds or more.
     */
    private static final double DEAR_NANOS = 250;
    private static final int READINGS = 20_000;
    private static final int BATCHES = 20;

    private Kernel() {
    }

    /** What one reading of the clock takes in this JVM, in nanoseconds: the quickest of several batches. */
    static double nanosPerReading() {
        long quickest = Long.MAX_VALUE;
        for (int batch = 0; batch < BATCHES; batch++) {
            long start = Clock.nanos();
            long last = start;
            for (int i = 0; i < READINGS; i++) {
                last = Clock.nanos();
            }
            quickest = Math.min(quickest, last - start);
        }
        return (double) quickest / READINGS;
    }

    /** The clock source and its price. */
    static Finding clock(Path root, double nanosPerReading) {
        Path source = root.resolve("sys/devices/system/clocksource/clocksource0/current_clocksource");
        String found = text(source).orElse("source unknown")
                + String.format(Locale.ROOT, ", %.0f ns per reading", nanosPerReading);
        return nanosPerReading <= DEAR_NANOS
                ? Finding.good("clock", found)
                : Finding.remark("clock", found, "Every reading of the clock is a system call, which adds to what is"
                        + " measured: boot with clocksource=tsc where the CPU's counter is stable.");
    }

    /** How the CPUs' frequency is chosen. */
    static Finding governor(Path root) {
        var governors = new TreeSet<String>();
        try (DirectoryStream<Path> cpus = Files.newDirectoryStream(root.resolve("sys/devices/system/cpu"),
                "cpu[0-9]*")) {
            for (Path cpu : cpus) {
                text(cpu.resolve("cpufreq/scaling_governor")).ifPresent(governors::add);
            }
        } catch (IOException e) {
            return Finding.unknown("governor", "there is no /sys");
        }
        if (governors.isEmpty()) {
            return Finding.unknown("governor", "not told here, as in most virtual machines");
        }
        String found = String.join(", ", governors);
        return found.equals("performance")
                ? Finding.good("governor", found)
                : Finding.remark("governor", found,
                        "Frequencies that follow the load make slices differ: `cpupower frequency-set -g performance`.");
    }

    /**
     * Whether idle CPUs can be kept awake during a run.
     *
     * @param device usually {@link CpuIdleBlocker#DEVICE}
     */
    static Finding idling(Path device) {
        if (!Files.exists(device)) {
            return Finding.unknown("idle CPUs", "there is no " + device);
        }
        return CpuIdleBlocker.permitted(device)
                ? Finding.good("idle CPUs", "kept awake during a run")
                : Finding.remark("idle CPUs", "sleep between two requests: this user may not write " + device,
                        "Waking up costs more than some drivers do, and varies: `sudo chmod a+w " + device
                                + "`, until the next boot.");
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            // The kernel does not tell, as for a CPU that is off.
            return Optional.empty();
        }
    }
}
