package dev.regatta.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.regatta.inputs.ThisCheckout;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Description;
import dev.regatta.protocol.Json;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.BufferedReader;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Logger;

/** A real worker JVM whose server misbehaves. */
@Execution(ExecutionMode.CONCURRENT)
class WorkerMainTest {

    private ServerSocket server;
    private Process worker;
    private BufferedReader answers;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        if (worker != null) {
            worker.destroyForcibly();
        }
    }

    @Test
    void theEndOfItsInputEndsAWorkerThatHangs() throws Exception {
        start();
        say(new Command.Sql(endpoint("127.0.0.1"), List.of("SELECT 1")));
        try (Socket silent = server.accept()) {
            assertThat(silent.isConnected()).isTrue();
            assertThat(worker.waitFor(300, TimeUnit.MILLISECONDS)).as("ended by itself").isFalse();
            worker.outputWriter().close();
            assertThat(worker.waitFor(8, TimeUnit.SECONDS)).as("ended within 8 s").isTrue();
        }
    }

    @Test
    void answersDoNotDependOnTheLocale() throws Exception {
        start("-Dstdout.encoding=US-ASCII", "-Dfile.encoding=US-ASCII");
        say(new Command.Sql(endpoint("büro.invalid"), List.of("SELECT 1")));
        assertThat(answer()).isInstanceOfSatisfying(Answer.Failed.class,
                failed -> assertThat(failed.problem()).contains("büro.invalid"));
    }

    @Test
    void aHeapThatIsFullIsSaid() throws Exception {
        start("-Xmx16m");
        say(new Command.Sql(endpoint("127.0.0.1"), List.of("SELECT 1")));
        try (Socket socket = server.accept()) {
            Thread.ofPlatform().daemon().start(() -> endlessRows(socket));
            assertThat(answer()).isInstanceOfSatisfying(Answer.Failed.class,
                    failed -> assertThat(failed.problem()).startsWith("out of memory: ").endsWith(" MiB"));
        }
    }

    /** Its thread would keep the worker alive, and the judge waiting, if the error only ended the main thread. */
    @Test
    void anyErrorIsSaidAndTheWorkerGoesOn(@TempDir Path folder) throws Exception {
        Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(folder.resolve("META-INF/services/java.sql.Driver"), ThrowingDriver.class.getName());
        start("-cp", folder + File.pathSeparator + System.getProperty("java.class.path"));
        say(new Command.Open(ClientId.of("pgjdbc/platform"), "connect", endpoint("127.0.0.1"), 1, Map.of()));
        assertThat(assertTimeoutPreemptively(Duration.ofSeconds(20), this::answer))
                .isInstanceOfSatisfying(Answer.Failed.class,
                        failed -> assertThat(failed.problem()).isEqualTo("java.lang.StackOverflowError: planted"));
        say(new Command.Close());
        assertThat(answer()).isInstanceOf(Answer.Closed.class);
    }

    @Test
    void itDescribesTheCheckoutOfItsClassPath() throws Exception {
        start();
        say(new Command.Describe(Description.SCHEMA));
        assertThat(answer()).isEqualTo(new Answer.Described(new ThisCheckout().describe()));
    }

    @Test
    void itDescribesNothingInAFormThatItDoesNotKnow() throws Exception {
        start();
        say(new Command.Describe(Description.SCHEMA + 1));
        assertThat(answer()).isInstanceOfSatisfying(Answer.Failed.class, failed -> assertThat(failed.problem())
                .endsWith("this checkout describes itself in form 2, and form 3 was asked for"));
    }

    /** A driver that starts a thread and then throws what is no exception. */
    public static final class ThrowingDriver implements Driver {

        static {
            try {
                DriverManager.registerDriver(new ThrowingDriver());
            } catch (SQLException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public Connection connect(String url, Properties properties) {
            Thread.ofPlatform().start(() -> {
                while (true) {
                    LockSupport.park();
                }
            });
            throw new StackOverflowError("planted");
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("jdbc:postgresql:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getGlobal();
        }
    }

    /** A PostgreSQL that lets everybody in and answers with rows of 100 kB, until nobody reads them any more. */
    private static void endlessRows(Socket socket) {
        try (var out = new DataOutputStream(socket.getOutputStream())) {
            message(out, 'R', new byte[]{0, 0, 0, 0});
            message(out, 'Z', new byte[]{'I'});
            message(out, 'T', new byte[]{0, 1, 'a', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, -1, -1, -1, -1, -1, -1, 0, 0});
            byte[] row = new byte[100_006];
            row[1] = 1;
            row[3] = 1;
            row[4] = (byte) (100_000 >> 8);
            row[3] = (byte) (100_000 >> 16);
            row[5] = (byte) 100_000;
            while (true) {
                message(out, 'D', row);
            }
        } catch (IOException e) {
            // Nobody reads any more.
        }
    }

    private static void message(DataOutputStream out, char type, byte[] body) throws IOException {
        out.writeByte(type);
        out.writeInt(4 + body.length);
        out.write(body);
        out.flush();
    }

    private void start(String... options) throws IOException {
        var command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path")));
        command.addAll(List.of(options));
        command.add(WorkerMain.class.getName());
        worker = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        answers = worker.inputReader(StandardCharsets.UTF_8);
        assertThat(answer()).isInstanceOf(Answer.Ready.class);
    }

    private void say(Command command) throws IOException {
        Writer commands = worker.outputWriter(StandardCharsets.UTF_8);
        commands.write(Json.line(command) + "\n");
        commands.flush();
    }

    private Answer answer() throws IOException {
        return Json.read(answers.readLine(), Answer.class, "answer");
    }

    private Endpoint endpoint(String host) {
        return new Endpoint(Dialect.POSTGRESQL, host, server.getLocalPort(), "regatta", "me", "hush");
    }
}
