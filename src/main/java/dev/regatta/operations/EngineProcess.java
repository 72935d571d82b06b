package dev.regatta.operations;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Races operations in an engine of its own process. It ends with this JVM, because its standard input then ends; and if
 * it is killed, what it had started is ended from here.
 */
final class EngineProcess implements OperationRaces {

    /** Of a JVM that was killed: 128 and the number of the signal. */
    private static final int KILLED = 128;
    /** Longer than a JVM takes to start on a busy machine, and than the engine gives itself to end its servers. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String BASELINE = "regatta.baseline";
    /** These are the test JVM's alone. */
    private static final List<String> LEFT_OUT = List.of("java.class.path", "surefire.", "sun.java.command");

    /** Settings that are found where the tests which count find them as well: Gradle hands on no properties. */
    private static final List<String> OF_ALL_TESTS = List.of(BASELINE, "regatta.baselines", "regatta.results");

    private final Supplier<EngineCommand> command;
    private final Properties properties;
    private final Function<String, Optional<String>> parameters;
    private final Consumer<String> out;
    private final Duration patience;

    /**
     * The engine on this JVM's class path, with its settings.
     *
     * @param parameters the configuration parameters of JUnit
     */
    EngineProcess(Function<String, Optional<String>> parameters) {
        // Surefire replaces the stream that a test's output goes to.
        this(EngineCommand::here, System.getProperties(), name -> TestJvm.setting(parameters, name),
                line -> System.out.println(line), PATIENCE);
    }

    /**
     * An engine.
     *
     * @param command    starts it
     * @param properties the settings among them are the run's
     * @param parameters has some of them where the properties do not
     * @param out        receives lines for people
     * @param patience   how long it may take to introduce itself, and to end
     */
    EngineProcess(Supplier<EngineCommand> command, Properties properties,
            Function<String, Optional<String>> parameters, Consumer<String> out, Duration patience) {
        this.command = command;
        this.properties = properties;
        this.parameters = parameters;
        this.out = out;
        this.patience = patience;
    }

    @Override
    public Run open(List<OperationCase> operations, String classPath) {
        EngineCommand starting = command.get();
        starting.another().ifPresent(which -> out.accept("[regatta] " + which));
        Engine engine;
        try {
            engine = new Engine(starting, out, patience);
        } catch (IOException e) {
            throw new IllegalStateException("the engine cannot be started: " + e.getMessage(), e);
        }
        try {
            engine.introduced();
            tellProperties(engine);
            operations.forEach(operation -> engine.tell(Line.of(Line.OPERATION, operation)));
            engine.ask(Line.of(Line.OPEN, classPath), Line.OPENED);
            return engine;
        } catch (RuntimeException e) {
            engine.end();
            throw e;
        }
    }

    private void tellProperties(Engine engine) {
        // A build file of Gradle's names the base of every run, and an update is compared with none.
        boolean updates = properties.getProperty(BASELINE) == null
                && parameters.apply(BASELINE).filter("update"::equals).isPresent();
        properties.stringPropertyNames().stream().sorted()
                .filter(name -> LEFT_OUT.stream().noneMatch(name::startsWith))
                .filter(name -> !(updates && name.equals("regatta.base")))
                .forEach(name -> engine.tell(Line.of(Line.PROPERTY, name, properties.getProperty(name))));
        OF_ALL_TESTS.stream().filter(name -> properties.getProperty(name) == null).forEach(name -> parameters
                .apply(name).ifPresent(value -> engine.tell(Line.of(Line.PROPERTY, name, value))));
    }

    /** The engine's process, seen from here: one command at a time. */
    private static final class Engine implements Run {

        private final EngineCommand command;
        private final Consumer<String> out;
        private final Duration patience;
        private final Process process;
        private final Writer commands;
        private final BufferedReader answers;
        private final Thread errors;
        private volatile String lastWords = "";
        private volatile boolean late;

        Engine(EngineCommand command, Consumer<String> out, Duration patience) throws IOException {
            this.command = command;
            this.out = out;
            this.patience = patience;
            this.process = command.start();
            this.commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
            this.answers = new BufferedReader(
                    new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
            this.errors = new Thread(this::copyErrors, "regatta-engine-errors");
            errors.setDaemon(true);
            errors.start();
        }

        private void copyErrors() {
            lines(process.getErrorStream(), line -> {
                lastWords = line;
                System.err.println(line);
            });
        }

        void introduced() {
            // Then its output ends, which is being waited for.
            CompletableFuture<Void> giveUp = CompletableFuture.runAsync(() -> {
                late = true;
                process.destroyForcibly();
            }, CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS));
            Line line = next("it had introduced itself");
            giveUp.cancel(false);
            if (!line.equals(Line.of(Line.READY, Line.FORM))) {
                throw new IllegalStateException("the engine said '" + line.text() + "', expected '" + Line.FORM
                        + "': give dev.regatta:regatta and dev.regatta:regatta-junit the same version");
            }
        }

        /** Says what is not answered. If nobody is there to hear, the next answer tells. */
        void tell(Line line) {
            try {
                commands.write(line.text());
                commands.write('\n');
            } catch (IOException e) {
                // The engine has ended.
            }
        }

        /**
         * Asks, and hands on what is said until the answer comes.
         *
         * @throws Refused if the answer is a sentence that says why not
         */
        Line ask(Line question, String expected) {
            tell(question);
            try {
                commands.flush();
            } catch (IOException e) {
                // The engine has ended.
            }
            Line answer = next("it had answered '" + question.kind() + "'");
            if (answer.kind().equals(Line.REFUSED)) {
                throw new Refused(answer.value(1));
            }
            if (!answer.kind().equals(expected)) {
                throw new IllegalStateException("the engine answered '" + answer.kind() + "' to '" + question.kind()
                        + "', expected '" + expected + "'");
            }
            return answer;
        }

        private Line next(String before) {
            try {
                for (String text = answers.readLine(); text != null; text = answers.readLine()) {
                    Line line = Line.read(text);
                    if (!line.kind().equals(Line.SAID)) {
                        return line;
                    }
                    out.accept(line.value(1));
                }
            } catch (IOException e) {
                // The same as its end.
            }
            throw lost(before);
        }

        private Lost lost(String before) {
            end();
            int code = process.exitValue();
            String how = late
                    ? "was killed after " + patience.toSeconds() + " s,"
                    : code > KILLED ? "was killed by signal " + (code - KILLED) : "ended with exit code " + code;
            swept();
            return new Lost("the engine, process " + process.pid() + ", " + how + " before " + before
                    + ", so that nothing is known" + (lastWords.isEmpty() ? "" : "; it last said: " + lastWords));
        }

        /** Its workers end with it; its servers do not, and would run until the next run. */
        private void swept() {
            try {
                Process sweep = command.sweep();
                sweep.getOutputStream().close();
                Thread words = new Thread(() -> lines(sweep.getInputStream(), out), "regatta-sweep");
                words.setDaemon(true);
                words.start();
                ended(sweep);
                read(words);
            } catch (IOException e) {
                out.accept("[regatta] what the engine has left is ended by the next run: " + e.getMessage());
            }
        }

        @Override
        public boolean needsDatabase(OperationCase operation) {
            return Boolean.parseBoolean(ask(Line.of(Line.NEEDS, operation), Line.NEEDED).value(1));
        }

        @Override
        public Ruling race(OperationCase operation, Optional<GivenServer> server) {
            server.ifPresent(given -> tell(Line.of(given)));
            Line answer = ask(Line.of(Line.RACE, operation), Line.RULING);
            String sentence = answer.value(2);
            switch (answer.value(1)) {
                case Line.PASSED :
                    return new Ruling.Passed(sentence);
                case Line.FAILED :
                    return new Ruling.Failed(sentence);
                case Line.UNDECIDED :
                    return new Ruling.Undecided(sentence);
                default :
                    throw new IllegalStateException("the engine ruled '" + answer.value(1) + "': " + sentence);
            }
        }

        @Override
        public void close() {
            try {
                ask(Line.of(Line.CLOSE), Line.CLOSED);
            } catch (Refused e) {
                throw new AssertionError(e.getMessage(), e);
            } finally {
                end();
            }
        }

        /** The end of its input makes it end what it has started, and then itself. */
        void end() {
            try {
                commands.close();
            } catch (IOException e) {
                // It has ended.
            }
            ended(process);
            read(errors);
        }

        /** What a process that has ended said is soon read. */
        private static void read(Thread words) {
            try {
                words.join(TimeUnit.SECONDS.toMillis(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void ended(Process process) {
            try {
                if (process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process.destroyForcibly().onExit().join();
        }

        private static void lines(InputStream from, Consumer<String> to) {
            try (var lines = new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    to.accept(line);
                }
            } catch (IOException e) {
                // The stream of a killed process may end with an error instead of an end.
            }
        }
    }

    /** What the engine says instead of an answer. */
    private static final class Refused extends IllegalStateException {

        private static final long serialVersionUID = 1;

        Refused(String sentence) {
            super(sentence);
        }
    }
}
