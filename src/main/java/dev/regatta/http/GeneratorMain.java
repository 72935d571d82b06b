package dev.regatta.http;

import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Json;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The generator's main loop: one {@link Command} a line in, one {@link Answer} a line out, as a worker's. It knows the
 * commands of a load, and no database. The end of standard input, as when the judging JVM dies, ends it, also while a
 * service hangs.
 */
public final class GeneratorMain {

    private final PrintStream answers;
    private final BlockingQueue<Optional<String>> commands = new LinkedBlockingQueue<>();
    private Generator generator;

    private GeneratorMain(PrintStream answers) {
        this.answers = answers;
    }

    /**
     * Takes no arguments.
     *
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        var main = new GeneratorMain(answers);
        Thread.ofPlatform().daemon().name("regatta-commands").start(main::read);
        main.serve();
        Runtime.getRuntime().halt(0);
    }

    /** A command may hang, so another thread reads the input and sees its end: nothing is left to do then. */
    private void read() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(Optional.of(line));
            }
        } catch (IOException e) {
            System.err.println("standard input broke: " + e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private void serve() throws InterruptedException {
        say(new Answer.Ready(ProcessHandle.current().pid(), Runtime.version().toString()));
        for (var command = commands.take(); command.isPresent(); command = commands.take()) {
            Answer answer = answer(command.get());
            say(answer);
            if (answer instanceof Answer.Closed) {
                return;
            }
        }
    }

    private Answer answer(String line) {
        try {
            return switch (Json.read(line, Command.class, "command")) {
                case Command.Open open -> open(open);
                case Command.Check check -> opened().check(check);
                case Command.Run run -> opened().run(run);
                case Command.Offer offer -> opened().offer(offer);
                case Command.Shut shut -> shut();
                case Command.Close close -> close();
                case Command other -> throw new IllegalArgumentException(
                        "a generator of load does not know " + other.getClass().getSimpleName());
            };
        } catch (Exception | Error e) {
            var trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return new Answer.Failed(e.toString().lines().findFirst().orElse(""), trace.toString());
        }
    }

    private Answer open(Command.Open open) throws IOException {
        shut();
        generator = Generator.open(open);
        return new Answer.Opened("", "", List.of());
    }

    private Answer shut() {
        if (generator != null) {
            generator.close();
            generator = null;
        }
        return new Answer.Shut();
    }

    private Answer close() {
        shut();
        return new Answer.Closed();
    }

    private Generator opened() {
        if (generator == null) {
            throw new IllegalStateException("no service is open in this generator: open one first");
        }
        return generator;
    }

    private void say(Answer answer) {
        answers.println(Json.line(answer));
        answers.flush();
    }
}
