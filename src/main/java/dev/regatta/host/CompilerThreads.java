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
 * The threads of a JVM that compile. While a fork warms up they may use the server's CPUs as well. Otherwise they
 * compete with the threads that wait for compiled code: on one CPU, warming up reactive clients then takes half a
 * minute.
 */
public final class CompilerThreads {

    /** As the kernel shows HotSpot's "C2 CompilerThread0": 15 characters. */
    private static final Pattern NAME = Pattern.compile("C[12] CompilerThre\\s*");

    private CompilerThreads() {
    }

    /**
     * Runs a command for each compiler thread of a process.
     *
     * @param process its folder in {@code /proc}
     * @param command what moves a thread with this number, empty for nothing
     * @throws IOException when a thread that is still there could not be moved, or a command does not end
     */
    public static void move(Path process, LongFunction<List<String>> command) throws IOException {
        move(process, command, ShortCommand.LIMIT);
    }

    /** {@link #move(Path, LongFunction)} with a limit of its own for each command. */
    static void move(Path process, LongFunction<List<String>> command, Duration limit) throws IOException {
        if (command.apply(1).isEmpty()) {
            return;
        }
        Set<Long> moved = new HashSet<>();
        // Compiler threads start others, which may then be where these were.
        for (Set<Long> found = of(process); moved.addAll(found); found = of(process)) {
            for (long thread : found) {
                move(process.resolve("task").resolve(Long.toString(thread)), command.apply(thread), limit);
            }
        }
    }

    /** The numbers of the compiler threads of a process now. */
    static Set<Long> of(Path process) throws IOException {
        Set<Long> threads = new TreeSet<>();
        try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
            for (Path task : tasks.toList()) {
                if (compiles(task)) {
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

    private static void move(Path task, List<String> command, Duration limit) throws IOException {
        var mover = ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true), limit);
        if (mover.exitCode() != 0 && Files.exists(task)) {
            throw new IOException("a compiler thread could not be placed: " + String.join(" ", command)
                    + " said: " + String.join(" ", mover.output().lines().toList()));
        }
    }
}
