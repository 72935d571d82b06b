package dev.regatta.project;

import dev.regatta.database.Databases;
import dev.regatta.fork.HarnessJars;
import dev.regatta.operations.GivenServer;
import dev.regatta.operations.Line;
import dev.regatta.operations.OperationCase;
import dev.regatta.operations.OperationRaces.Ruling;
import dev.regatta.operations.OperationRaces;
import dev.regatta.report.Plain;
import dev.regatta.run.ExpectedFailure;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * The engine's main loop: one {@link Line} in, one answer out. What is printed meanwhile goes out as lines for people. The
 * end of standard input, as when the test JVM dies, ends this JVM and what it has started, also while something races.
 */
public final class EngineMain {

    private static final String SWEEP = "--sweep";
    /** Nobody is left to hear of it. */
    private static final int ABANDONED = 1;

    private final PrintStream answers;
    private final BlockingQueue<Optional<String>> commands = new LinkedBlockingQueue<>();
    private final List<OperationCase> operations = new ArrayList<>();
    private Optional<GivenServer> server = Optional.empty();
    private OperationRaces.Run run;
    /** Once it reports it is done soon, and the report is worth it. */
    private volatile boolean closing;

    private EngineMain(PrintStream answers) {
        this.answers = answers;
    }

    /**
     * Takes the jar that workers have in front, nothing in a checkout of Regatta, or {@code --sweep}.
     *
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        if (List.of(arguments).contains(SWEEP)) {
            Databases.sweep(ProjectRaces::say);
            System.exit(0);
        }
        if (arguments.length > 0) {
            System.setProperty(HarnessJars.PACKED, arguments[0]);
        }
        var engine = new EngineMain(
                new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.US_ASCII));
        System.setOut(new PrintStream(new Lines(engine::say), true, StandardCharsets.UTF_8));
        Thread.ofPlatform().daemon().name("regatta-commands").start(engine::read);
        engine.serve();
        // What is still open is ended by the hooks of those who opened it.
        System.exit(0);
    }

    /** A race takes minutes, so another thread reads the input and sees its end. */
    private void read() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(Optional.of(line));
            }
        } catch (IOException e) {
            System.err.println("[regatta] standard input broke: " + e);
        }
        if (closing) {
            commands.add(Optional.empty());
        } else {
            System.exit(ABANDONED);
        }
    }

    private void serve() throws InterruptedException {
        answer(Line.of(Line.READY, Line.FORM));
        for (var command = commands.take(); command.isPresent(); command = commands.take()) {
            Line line = Line.read(command.get());
            try {
                obey(line).ifPresent(this::answer);
            } catch (Exception | Error e) {
                answer(Line.of(Line.REFUSED, Plain.line(sentence(e))));
            }
        }
    }

    private Optional<Line> obey(Line line) {
        switch (line.kind()) {
            // What this JVM was started with is its own.
            case Line.PROPERTY -> {
                if (System.getProperty(line.value(1)) == null) {
                    System.setProperty(line.value(1), line.value(2));
                }
                return Optional.empty();
            }
            case Line.OPERATION -> {
                operations.add(line.operation());
                return Optional.empty();
            }
            case Line.OPEN -> {
                run = new ProjectRaces().open(operations, line.value(1));
                return Optional.of(Line.of(Line.OPENED));
            }
            case Line.NEEDS -> {
                return Optional.of(Line.of(Line.NEEDED, Boolean.toString(open().needsDatabase(line.operation()))));
            }
            case Line.SERVER -> {
                server = Optional.of(line.server());
                return Optional.empty();
            }
            case Line.RACE -> {
                var given = server;
                server = Optional.empty();
                return Optional.of(ruling(open().race(line.operation(), given)));
            }
            case Line.CLOSE -> {
                closing = true;
                open().close();
                return Optional.of(Line.of(Line.CLOSED));
            }
            default -> throw new IllegalArgumentException("the engine knows no command '" + line.kind() + "'");
        }
    }

    private OperationRaces.Run open() {
        if (run == null) {
            throw new IllegalStateException("no run is open");
        }
        return run;
    }

    private static Line ruling(Ruling ruling) {
        return Line.of(Line.RULING, switch (ruling) {
            case Ruling.Passed passed -> Line.PASSED;
            case Ruling.Failed failed -> Line.FAILED;
            case Ruling.Undecided undecided -> Line.UNDECIDED;
        }, Plain.line(ruling.sentence()));
    }

    private void say(String text) {
        answer(Line.of(Line.SAID, text));
    }

    private synchronized void answer(Line line) {
        answers.println(line.text());
        answers.flush();
    }

    private static String sentence(Throwable e) {
        // A run that is no pass ends with an AssertionError.
        return ExpectedFailure.sentence(e)
                .or(() -> Optional.of(e).filter(AssertionError.class::isInstance).map(Throwable::getMessage))
                .orElseGet(() -> {
                    var trace = new StringWriter();
                    e.printStackTrace(new PrintWriter(trace, true));
                    trace.toString().lines().map(Plain::line).forEach(System.err::println);
                    return "unexpected " + e
                            + "; this is a fault of Regatta, the output of the build has its stack trace";
                });
    }

    /** Cuts what is printed into lines. */
    private static final class Lines extends OutputStream {

        private final Consumer<String> to;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Lines(Consumer<String> to) {
            this.to = to;
        }

        @Override
        public synchronized void write(int next) {
            if (next == '\n') {
                to.accept(line.toString(StandardCharsets.UTF_8));
                line.reset();
            } else if (next != '\r') {
                line.write(next);
            }
        }
    }
}
