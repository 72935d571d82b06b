package dev.regatta.fork;

import dev.regatta.host.ChildProcess;
import dev.regatta.host.LogEnd;
import dev.regatta.host.Scratch;
import dev.regatta.host.Signal;
import dev.regatta.host.SystemWrites;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Json;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A running fork, seen from the judging JVM: one command at a time, each with a time limit. A fork that does not answer
 * is asked for a thread dump and killed.
 */
public final class Worker implements AutoCloseable {

    /** Marks the end of a fork's output in the queue; no answer is empty. */
    private static final String END = "";

    /** The longest line that can be an answer, in characters. */
    private static final int LONGEST_LINE = 1 << 24;

    /** The last lines of a log are taken from this many bytes at its end. */
    private static final int LAST_BYTES = 1 << 13;

    private final String name;
    private final Process process;
    private final Writer commands;
    private final Path log;
    /** Ends the process with this JVM: one that is stopped would not see that it has ended. */
    private final Scratch folder;
    private final Duration startLimit;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private Answer.Ready ready;
    /** Replaced by the thread that collects, before what it counts can be read. */
    private volatile SystemWrites answers = SystemWrites.NONE;

    private Worker(String name, Process process, Scratch folder, Path log, Duration startLimit) {
        this.name = name;
        this.startLimit = startLimit;
        this.process = process;
        this.folder = folder;
        this.log = log;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name("regatta-answers-" + process.pid()).start(this::collect);
    }

    /**
     * Starts a fork and waits until it has introduced itself.
     *
     * @param name    for messages and the log's name, for example {@code postgresql-pgjdbc+hikari-platform-candidate-1}
     * @param command the whole command line
     * @param log     where its standard error goes, behind that of an earlier fork of this name
     * @param limit   how long it may take to introduce itself
     */
    public static Worker start(String name, List<String> command, Path log, Duration limit) throws MeasurementFailure {
        Worker worker = launch(name, command, log, limit);
        worker.introduce();
        return worker;
    }

    /** As {@link #start}, but waits for nothing: the fork goes on starting meanwhile. */
    static Worker launch(String name, List<String> command, Path log, Duration limit) throws MeasurementFailure {
        try {
            Files.createDirectories(log.getParent());
            ProcessBuilder builder = ChildProcess.of(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            Scratch folder = Scratch.folder("worker");
            try {
                return new Worker(name, folder.start(builder), folder, log, limit);
            } catch (IOException e) {
                folder.close();
                throw e;
            }
        } catch (IOException | IllegalStateException e) {
            throw new MeasurementFailure("worker " + name + " could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Waits until a launched fork has introduced itself.
     *
     * @return false if it had done so before
     * @throws MeasurementFailure if it does something else, or nothing for too long; it is killed then
     */
    boolean introduce() throws MeasurementFailure {
        if (ready != null) {
            return false;
        }
        try {
            if (next(startLimit) instanceof Answer.Ready introduction) {
                ready = introduction;
                return true;
            }
            throw new MeasurementFailure("worker " + name + " did not introduce itself; see " + log, log);
        } finally {
            if (ready == null) {
                kill();
            }
        }
    }

    /** Process id and JDK, as the fork told them; null before it has {@linkplain #introduce introduced} itself. */
    public Answer.Ready introduction() {
        return ready;
    }

    /**
     * Sends one command and waits for its answer.
     *
     * @throws MeasurementFailure if the fork reports a failure, ends, or does not answer within {@code limit}
     */
    public <A extends Answer> A ask(Command command, Class<A> expected, Duration limit) throws MeasurementFailure {
        introduce();
        try {
            commands.write(Json.line(command) + "\n");
            commands.flush();
        } catch (IOException e) {
            throw ended();
        }
        Answer answer = next(limit);
        if (answer instanceof Answer.Failed failed) {
            appendToLog(failed.trace());
            throw new MeasurementFailure("worker " + name + ": " + failed.problem() + " (trace in " + log + ")", log);
        }
        if (!expected.isInstance(answer)) {
            throw new MeasurementFailure("worker " + name + " answered " + answer.getClass().getSimpleName() + " where "
                    + expected.getSimpleName() + " was expected");
        }
        return expected.cast(answer);
    }

    /**
     * Sends its process a signal.
     *
     * @throws MeasurementFailure if the process has ended, or the signal cannot be sent
     */
    void send(Signal signal) throws MeasurementFailure {
        try {
            signal.to(process.pid());
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw ended();
            }
            throw new MeasurementFailure("worker " + name + " cannot be paused or go on: " + e.getMessage(), e);
        }
    }

    private Answer next(Duration limit) throws MeasurementFailure {
        String line;
        try {
            line = lines.poll(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
            throw new MeasurementFailure("interrupted while waiting for worker " + name, e);
        }
        if (line == null) {
            throw hung(limit);
        }
        if (line.equals(END)) {
            throw ended();
        }
        try {
            return Json.read(line, Answer.class, "answer of worker " + name);
        } catch (IllegalArgumentException e) {
            kill();
            throw new MeasurementFailure(
                    "worker " + name + " wrote something else than an answer to its standard output: " + e.getMessage(),
                    e);
        }
    }

    /** SIGQUIT makes a JVM print its thread dump to standard output, where only answers are expected otherwise. */
    private MeasurementFailure hung(Duration limit) {
        Path dump = log.resolveSibling(log.getFileName().toString().replace(".log", "") + "-threads.txt");
        try {
            Signal.QUIT.to(process.pid());
            List<String> threads = new ArrayList<>();
            for (String line = lines.poll(2, TimeUnit.SECONDS); line != null
                    && !line.equals(END); line = lines.poll(500, TimeUnit.MILLISECONDS)) {
                threads.add(line);
            }
            Files.write(dump, threads);
        } catch (IOException e) {
            appendToLog("no thread dump: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
        return new Unanswered(String.format(Locale.ROOT, "worker %s did not answer within %.1f s and was killed;"
                + " its threads are in %s%s", name, limit.toNanos() / 1e9, dump, lastWords()), dump, limit.toNanos());
    }

    private MeasurementFailure ended() {
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String code = process.isAlive() ? "is still running" : "ended with exit code " + process.exitValue();
        return new MeasurementFailure(
                "worker " + name + " " + code + " without an answer" + lastWords() + " (log: " + log + ")", log);
    }

    private String lastWords() {
        try {
            List<String> all = LogEnd.lines(log, LAST_BYTES);
            String last = all.stream().skip(Math.max(0, all.size() - 3)).map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .collect(Collectors.joining(" | "));
            return last.isEmpty() ? "" : "; it last said: " + last;
        } catch (IOException e) {
            return "";
        }
    }

    private void appendToLog(String text) {
        try {
            Files.writeString(log, text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            // A full disk, say: what failed is told without its trace.
        }
    }

    private void collect() {
        try (BufferedReader answers = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = line(answers); line != null; line = line(answers)) {
                this.answers = this.answers.plusOne(line.getBytes(StandardCharsets.UTF_8).length + 1L);
                lines.add(line.isEmpty() ? " " : line);
            }
        } catch (IOException e) {
            // The stream of a killed process may end with an error instead of an end.
        } finally {
            lines.add(END);
        }
    }

    /** The next line; null at the end. One that is longer than any answer comes in parts. */
    private static String line(BufferedReader from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = from.read(); next >= 0; next = from.read()) {
            if (next == '\n') {
                return line.toString();
            }
            line.append((char) next);
            if (line.length() == LONGEST_LINE) {
                return line.toString();
            }
        }
        return line.isEmpty() ? null : line.toString();
    }

    /** What it has written to answer so far: a line at once. */
    public SystemWrites answers() {
        return answers;
    }

    /** Whether the process has not ended. */
    public boolean alive() {
        return process.isAlive();
    }

    /** Ends the process now, and waits until it has ended. */
    public void kill() {
        folder.close();
    }

    /** Asks the fork to end, and kills it after two seconds. */
    @Override
    public void close() {
        try {
            commands.write(Json.line(new Command.Close()) + "\n");
            commands.close();
            process.waitFor(2, TimeUnit.SECONDS);
        } catch (IOException e) {
            // It has ended, or reads no more.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }
}
