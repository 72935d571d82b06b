package dev.regatta.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A command that takes milliseconds, unless a file system or the machine hangs: then it is killed, for nobody waits for
 * it without limit.
 *
 * @param exitCode how it ended
 * @param output   what it said
 */
public record ShortCommand(int exitCode, String output) {

    /** Enough on any machine that still works. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    /**
     * Runs {@code command} to its end.
     *
     * @throws IOException in one sentence, if it cannot be started, does not end within {@code limit}, or the wait for
     *                     it is interrupted, which stays noted
     */
    public static ShortCommand run(ProcessBuilder command, Duration limit) throws IOException {
        return ended(command.start(), String.join(" ", command.command()), limit);
    }

    /**
     * The same of a command that may take minutes, as a build: it is killed when this JVM ends.
     *
     * @throws IOException as of {@link #run}
     */
    public static ShortCommand runWithThisJvm(ProcessBuilder command, Duration limit) throws IOException {
        var once = new Once(command);
        Thread hook = ExitHook.of("regatta-end-command", once::end);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw once.late();
        }
        try {
            return ended(once.start(), String.join(" ", command.command()), limit);
        } finally {
            ExitHook.remove(hook);
        }
    }

    /** A command that ends with this JVM, and is not started once that ends. */
    private static final class Once {

        private final ProcessBuilder command;
        private Optional<Process> started = Optional.empty();
        private boolean ended;

        Once(ProcessBuilder command) {
            this.command = command;
        }

        synchronized Process start() throws IOException {
            if (ended) {
                throw late();
            }
            started = Optional.of(command.start());
            return started.get();
        }

        /** Waits for one that is just being started, whose process nobody knows yet. */
        synchronized void end() {
            ended = true;
            started.ifPresent(ChildProcess::kill);
        }

        IOException late() {
            return new IOException(command.command().getFirst() + " is not started, as this JVM ends");
        }
    }

    private static ShortCommand ended(Process process, String words, Duration limit) throws IOException {
        try {
            // It is asked for no input, and must not wait for any.
            process.getOutputStream().close();
            return Bounded.call(words, limit, () -> {
                String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return new ShortCommand(process.waitFor(), output);
            });
        } catch (Bounded.Silence e) {
            throw new IOException(words + " did not end within " + limit.toSeconds() + " s", e);
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        } finally {
            if (process.isAlive()) {
                ChildProcess.kill(process);
            }
        }
    }

    /** Whether {@code command} could be run and ended well; an empty one does not. */
    public static boolean succeeds(List<String> command) {
        try {
            return !command.isEmpty()
                    && run(new ProcessBuilder(command).redirectErrorStream(true), LIMIT).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
