package dev.regatta.worker;

import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Threads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What this JVM occupies just after it has worked. Looking takes CPU time of its own: nothing may be timed meanwhile. */
final class Inspection {

    private static final Pattern LINE = Pattern.compile("(\\w+):\\s+(\\d+) kB");
    /** A number with what sets it off; digits within a word, as in r2dbc, belong to the name. */
    private static final Pattern NUMBER = Pattern.compile("[-_.#: ]*\\d+(?![\\p{L}\\d])");
    /** The threads of the closed loop. */
    private static final String LOAD = "regatta-load-";

    private final Path memory;

    /** Reads memory from {@code memory}, usually {@code /proc/self/smaps_rollup}. */
    Inspection(Path memory) {
        this.memory = memory;
    }

    /** Work to look at. */
    interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /** Does {@code work} and looks. */
    Footprint of(Work work) throws Exception {
        work.run();
        return new Footprint(bytes("Private_Clean", "Private_Dirty"), bytes("Pss"), threads());
    }

    /** The sum of these lines; empty unless all are there. */
    private OptionalLong bytes(String... names) {
        List<String> lines;
        try {
            lines = Files.readAllLines(memory);
        } catch (IOException e) {
            // Not every kernel has it.
            return OptionalLong.empty();
        }
        long[] found = lines.stream().map(LINE::matcher).filter(line -> line.matches())
                .filter(line -> List.of(names).contains(line.group(1)))
                .mapToLong(line -> 1024 * Long.parseLong(line.group(2))).toArray();
        return found.length == names.length ? OptionalLong.of(Arrays.stream(found).sum()) : OptionalLong.empty();
    }

    /**
     * Threads somebody started in the group of the main thread, by the stems of their names: the JVM's, carriers among
     * them, are in groups of their own.
     */
    private static Threads threads() {
        ThreadGroup own = Thread.currentThread().getThreadGroup();
        return Threads.of(Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> own.equals(thread.getThreadGroup()))
                .filter(thread -> thread != Thread.currentThread() && !thread.getName().startsWith(LOAD))
                .collect(Collectors.toMap(thread -> stem(thread.getName()), thread -> 1, Integer::sum, TreeMap::new)));
    }

    /** What the names of a pool's threads have in common: {@code reactor-tcp-epoll} of {@code reactor-tcp-epoll-2}. */
    static String stem(String name) {
        String stem = NUMBER.matcher(name).replaceAll("").strip();
        return stem.isEmpty() ? "(no name)" : stem;
    }
}
