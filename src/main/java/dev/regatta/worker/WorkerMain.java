package dev.regatta.worker;

import dev.regatta.client.PoolMeters;
import dev.regatta.client.wire.Admin;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Describer;
import dev.regatta.protocol.Description;
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
 * The fork's main loop: one {@link Command} a line in, one {@link Answer} a line out. Whatever a driver prints goes to
 * standard error. The end of standard input, as when the judging JVM dies, ends the fork, also while a driver hangs.
 */
public final class WorkerMain {

    /** What a command may still take when nobody is left to hear of it: a driver closes its connections in less. */
    private static final long LAST_MILLIS = 2_000;

    private final PrintStream answers;
    private final BlockingQueue<Optional<String>> commands = new LinkedBlockingQueue<>();
    private final Proof proof = new Proof();
    private PreparedClient prepared;

    private WorkerMain(PrintStream answers) {
        this.answers = answers;
    }

    /**
     * Takes no arguments.
     *
     * @throws InterruptedException never
     */
    public static void main(String[] arguments) throws InterruptedException {
        // In one encoding, whatever the locale is.
        var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        System.setOut(System.err);
        var worker = new WorkerMain(answers);
        Thread.ofPlatform().daemon().name("regatta-commands").start(worker::read);
        worker.serve();
        // Drivers may leave non-daemon threads behind; without a judge there is nothing left to do.
        Runtime.getRuntime().halt(0);
    }

    /** A command may hang, so another thread reads the input and sees its end. */
    private void read() {
        try (var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                commands.add(Optional.of(line));
            }
            commands.add(Optional.empty());
            Thread.sleep(LAST_MILLIS);
        } catch (IOException | InterruptedException e) {
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
                case Command.Check check -> prepared().check(check);
                case Command.Run run -> prepared().ran(run);
                case Command.Offer offer -> prepared().offered(offer);
                case Command.Record record -> prepared().record(record);
                case Command.Inspect inspect -> prepared().inspect(inspect);
                case Command.Profile profile -> prepared().profile(profile);
                case Command.Meter meter -> meter(meter);
                case Command.Sql sql -> sql(sql);
                case Command.Describe describe -> describe(describe);
                case Command.Reset reset -> reset();
                case Command.Shut shut -> shut();
                case Command.Close close -> close();
            };
        } catch (OutOfMemoryError e) {
            // What is left of the heap is enough to say so; the judge ends a fork that failed.
            return new Answer.Failed("out of memory: " + e.getMessage() + ", of a heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20) + " MiB", "");
        } catch (Exception | Error e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return new Answer.Failed(sentence(e), trace.toString());
        }
    }

    /**
     * Opens fresh connections for every cell: what a server's session has done before decides how fast it is
     * (PostgreSQL's was seen 35 % apart on the same statement), and must not depend on which cells ran earlier.
     */
    private Answer open(Command.Open open) throws Exception {
        shut();
        prepared = PreparedClient.open(open, Optional.empty());
        return prepared.proof(proof);
    }

    /** On a client of its own, which nothing is timed on. */
    private Answer meter(Command.Meter meter) throws Exception {
        shut();
        var meters = new PoolMeters();
        try (PreparedClient watched = PreparedClient.open(meter.open(), Optional.of(meters))) {
            return watched.meter(meter, meters);
        }
    }

    private static Answer sql(Command.Sql sql) throws Exception {
        try (Admin admin = Admin.connect(sql.endpoint())) {
            List<List<String>> rows = List.of();
            for (String statement : sql.statements()) {
                rows = admin.run(statement);
            }
            return new Answer.Rows(rows);
        }
    }

    private static Answer describe(Command.Describe asked) {
        if (asked.schema() != Description.SCHEMA) {
            throw new IllegalArgumentException("this checkout describes itself in form " + Description.SCHEMA
                    + ", and form " + asked.schema() + " was asked for");
        }
        return new Answer.Described(Describer.here().describe());
    }

    private Answer reset() throws Exception {
        prepared().reset();
        return new Answer.Reset();
    }

    private Answer shut() {
        if (prepared != null) {
            prepared.close();
            prepared = null;
        }
        return new Answer.Shut();
    }

    private Answer close() {
        shut();
        return new Answer.Closed();
    }

    private PreparedClient prepared() {
        if (prepared == null) {
            throw new IllegalStateException("no client is open in this fork: open one first");
        }
        return prepared;
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
