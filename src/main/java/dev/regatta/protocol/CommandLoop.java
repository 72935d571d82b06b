package dev.regatta.protocol;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The main loop of a process that a judging JVM has started: one {@link Command} a line in, one {@link Answer} a line out.
 * Whatever else prints goes to standard error. The end of standard input, as when the judging JVM dies, ends the process,
 * also while a command hangs.
 */
public final class CommandLoop {

    /** What a command may still take when nobody is left to hear of it: a driver closes its connections in less. */
    private static final long LAST_MILLIS = 2_000;

    private final PrintStream answers;
    private final Commands commands;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private CommandLoop(PrintStream answers, Commands commands) {
        this.answers = answers;
        this.commands = commands;
    }

    /** What a process does when it is told to. */
    public interface Commands {

        /**
         * Does what it is told; whatever is thrown becomes {@link Answer.Failed}.
         *
         * @throws Exception whatever goes wrong
         */
        Answer to(Command command) throws Exception;
    }

    /**
     * Answers until {@link Answer.Closed} was said or the input has ended, and then ends this process.
     *
     * @throws InterruptedException never
     */
    public static void run(Commands commands) throws InterruptedException {
        // In one encoding, whatever the locale is.
        var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        var loop = new CommandLoop(answers, commands);
        Thread.ofPlatform().daemon().name("regatta-commands").start(loop::read);
        loop.serve();
        // Drivers may leave non-daemon threads behind; without a judge there is nothing left to do.
        Runtime.getRuntime().halt(0);
    }

    /** A command may hang, so another thread reads the input and sees its end. */
    private void read() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(Optional.of(line));
            }
            lines.add(Optional.empty());
            Thread.sleep(LAST_MILLIS);
        } catch (IOException | InterruptedException e) {
            System.err.println("standard input broke: " + e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void serve() throws InterruptedException {
        say(new Answer.Ready(ProcessHandle.current().pid(), Runtime.version().toString()));
        for (var line = lines.take(); line.isPresent(); line = lines.take()) {
            Answer answer = answer(line.get());
            say(answer);
            if (answer instanceof Answer.Closed) {
                return;
            }
        }
    }

    private Answer answer(String line) {
        try {
            return commands.to(Json.read(line, Command.class, "command"));
        } catch (OutOfMemoryError e) {
            // What is left of the heap is enough to say so; the judge ends a process that failed.
            return new Answer.Failed("out of memory: " + e.getMessage() + ", of a heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MiB", "");
        } catch (Exception | Error e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return new Answer.Failed(sentence(e), trace.toString());
        }
    }

    private void say(Answer answer) {
        answers.println(Json.line(answer));
        answers.flush();
    }

    private static String sentence(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && cause.getCause() != cause) {
            cause = cause.getCause();
        }
        String message = e.toString().lines().findFirst().orElse("");
        return cause == e
                ? message
                : message + " (caused by " + cause.toString().lines().findFirst().orElse("") + ")";
    }
}
