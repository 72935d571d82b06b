package dev.regatta.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Moves threads of a JVM that runs to other CPUs: those that compile, or all. While a fork warms up its compiler threads
 * may use the server's CPUs as well. Otherwise they compete with the threads that wait for compiled code: on one CPU,
 * warming up reactive clients then takes half a minute.
 */
public final class ThreadPlacement {

    /** As the kernel shows HotSpot's "C2 CompilerThread0": 15 characters. */
    private static final Pattern NAME = Pattern.compile("C[12] CompilerThre\\s*");

    private ThreadPlacement() {
    }

    /**
     * Runs a command for each compiler thread of a process.
     *
     * @param process its folder in {@code /proc}
     * @param command what moves a thread with this number, empty for nothing
     * @throws IOException when a thread that is still there could not be moved, or a command does not end
     */
    public static void moveCompilers(Path process, LongFunction<List<String>> command) throws IOException {
        moveCompilers(process, command, ShortCommand.LIMIT);
    }

    /** {@link #moveCompilers(Path, LongFunction)} with a limit of its own for each command. */
    static void moveCompilers(Path process, LongFunction<List<String>> command, Duration limit) throws IOException {
        if (command.apply(1).isEmpty()) {
            return;
        }
        Set<Long> moved = new HashSet<>();
        // Compiler threads start others, which may then be where these were.
        for (Set<Long> found = compilers(process); moved.addAll(found); found = compilers(process)) {
            for (long thread : found) {
                move(process.resolve("task").resolve(Long.toString(thread)), command.apply(thread), limit,
                        "a compiler thread");
            }
        }
    }

    /**
     * Runs a command that moves all threads of a process, until it has started no more meanwhile.
     *
     * @param process its folder in {@code /proc}
     * @param command empty for nothing
     * @throws IOException when a process that is still there could not be moved, or a command does not end
     */
    public static void moveAll(Path process, List<String> command) throws IOException {
        if (command.isEmpty()) {
            return;
        }
        Set<Long> moved = Set.of();
        for (Set<Long> found = all(process); !moved.containsAll(found); found = all(process)) {
            move(process, command, ShortCommand.LIMIT, "a process");
            moved = found;
        }
    }

    /** The numbers of the compiler threads of a process now. */
    public static Set<Long> compilers(Path process) throws IOException {
        return threads(process, ThreadPlacement::compiles);
    }

    private static Set<Long> all(Path process) throws IOException {
        return threads(process, task -> true);
    }

    /** Tells whether a thread is wanted. */
    private interface Filter {
        /** Tells it of the thread with this folder in {@code /proc}. */
        boolean test(Path task) throws IOException;
    }

    private static Set<Long> threads(Path process, Filter wanted) throws IOException {
        Set<Long> threads = new TreeSet<>();
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            for (Path task : tasks.toList()) {
                if (wanted.test(task)) {
                    threads.add(Long.parseLong(task.getFileName().toString()));
                }
            }
        }
        return threads;
    }

    private static boolean compiles(Path task) throws IOException {
        try {
            return NAME.matcher(Files.readString(task.resolve("comm"))).matches();
        } catch (IOException e) {
            if (Files.exists(task)) {
                throw e;
            }
            return false;
        }
    }

    private static void move(Path folder, List<String> command, Duration limit, String what) throws IOException {
        var mover = ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true), limit);
        if (mover.exitCode() != 0 && Files.exists(folder)) {
            throw new IOException(what + " could not be placed: " + String.join(" ", command)
                    + " said: " + String.join(" ", mover.output().lines().toList()));
        }
    }
}
