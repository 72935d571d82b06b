package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** The lasting facts of this machine: what a fingerprint says of it. */
public final class Machine {

    private Machine() {
    }

    /** CPU model, number of CPUs and kernel release line, read below {@code root}, usually {@code /}. */
    public static Map<String, String> facts(Path root) {
        Map<String, String> facts = new TreeMap<>();
        facts.put("cpu.model", cpuModel(root.resolve("proc/cpuinfo")));
        facts.put("cpu.count", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("os.kernel", System.getProperty("os.name") + " "
                + System.getProperty("os.version").replaceFirst("^(\\d+\\.\\d+).*", "$1"));
        return facts;
    }

    /**
     * Checks that races are possible: workers read the CPU time of their threads from {@code /proc} below {@code root}.
     *
     * @throws IllegalStateException saying what is missing and where to race instead
     */
    public static void require(Path root) {
        Path thread = root.resolve("proc/thread-self");
        if (!Files.exists(thread, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalStateException("a race needs Linux with /proc, where workers read the CPU time of their"
                    + " threads, and " + thread + " is missing on this " + System.getProperty("os.name")
                    + ": mount it, or race on Linux, as in a virtual machine");
        }
    }

    private static String cpuModel(Path cpuinfo) {
        try {
            return Files.readAllLines(cpuinfo).stream().filter(line -> line.startsWith("model name")).findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
