package dev.regatta.database;

import dev.regatta.host.Session;
import dev.regatta.host.ProcessIdentity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.client.wire.Admin;
import dev.regatta.protocol.Counter;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * {@code pg_stat_statements} on a server that loads it, as somebody's own may; the servers of this project never do.
 */
class PostgresqlStatementsIT {

    private static final long SECONDS = 60;

    private final Distribution distribution = Distribution.of(Dialect.POSTGRESQL);
    private final Session session = Session.current();
    private final Path programs = session.newFolder(Session.programsBase(), "statements-programs");
    private final Path home = session.newFolder(Session.dataBase(), "statements");
    private Process server;

    @AfterEach
    void stop() {
        if (server != null) {
            Session.end(ProcessIdentity.of(server.toHandle()));
        }
        Session.remove(programs);
        Session.remove(home);
    }

    @Test
    void statementsOfTheMeasuredDatabaseAreCountedWhereTheExtensionIs() throws Exception {
        var counters = ServerCounters.of(start("shared_preload_libraries=pg_stat_statements"));
        assertThat(reading(counters)).doesNotContainKey(Counter.SERVER_STATEMENTS);
        run(counters.endpoint(), "CREATE SCHEMA \"any where\"",
                "CREATE EXTENSION pg_stat_statements SCHEMA \"any where\"");
        var before = reading(counters);
        run(measured(counters), "SELECT 1", "SELECT 1", "SELECT pg_sleep(0.02)");
        var after = reading(counters);
        assertThat(after.get(Counter.SERVER_STATEMENTS) - before.get(Counter.SERVER_STATEMENTS)).isEqualTo(3);
        assertThat(after.get(Counter.EXECUTION_TIME) - before.get(Counter.EXECUTION_TIME))
                .isBetween(20_000_000L, 1_000_000_000L);
        assertThat(reading(counters)).containsEntry(Counter.SERVER_STATEMENTS, after.get(Counter.SERVER_STATEMENTS));
    }

    @Test
    void anExtensionThatTheServerHasNotLoadedCountsNothingAndSpoilsNothing() throws Exception {
        var counters = ServerCounters.of(start("pg_stat_statements.track=all"));
        run(counters.endpoint(), "CREATE EXTENSION pg_stat_statements");
        assertThat(reading(counters)).containsKey(Counter.TRANSACTIONS)
                .doesNotContainKeys(Counter.SERVER_STATEMENTS, Counter.EXECUTION_TIME);
    }

    private static Endpoint measured(ServerCounters counters) {
        return ((ServerCounters.Postgresql) counters).measured();
    }

    private static SortedMap<Counter, Long> reading(ServerCounters counters) throws Exception {
        for (int poll = 0; poll < 500; poll++) {
            try (Admin admin = Admin.connect(counters.endpoint())) {
                Optional<SortedMap<Counter, Long>> reading = counters.read(admin.run(counters.sql()));
                if (reading.isPresent()) {
                    return reading.get();
                }
            }
            Thread.sleep(10);
        }
        throw new AssertionError("the clients do not leave");
    }

    private static void run(Endpoint endpoint, String... statements) throws IOException {
        try (Admin admin = Admin.connect(endpoint)) {
            for (String statement : statements) {
                admin.run(statement);
            }
        }
    }

    /** A server with one more setting. */
    private Endpoint start(String setting) throws Exception {
        var endpoint = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", freePort(), "regatta", "regatta",
                Databases.newPassword());
        Files.setPosixFilePermissions(programs, PosixFilePermissions.fromString("rwxr-xr-x"));
        if (root()) {
            Files.setOwner(home, home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        }
        distribution.unpack(programs);
        for (Distribution.SetupCommand setup : distribution.initialise(programs, home, endpoint)) {
            Process running = launch(setup.command());
            try (var in = running.getOutputStream()) {
                in.write(setup.input().getBytes(StandardCharsets.UTF_8));
            }
            assertThat(running.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(running.exitValue()).isZero();
        }
        var command = new ArrayList<>(distribution.server(programs, home, endpoint));
        command.addAll(ServerSettings.of(Dialect.POSTGRESQL).arguments());
        command.addAll(List.of("-c", setting));
        server = launch(command);
        Session.note(home, server.toHandle());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while (true) {
            try {
                Greeting.of(endpoint, 1_000);
                return endpoint;
            } catch (IOException e) {
                assertThat(server.isAlive() && System.nanoTime() < deadline).as(e.getMessage()).isTrue();
                Thread.sleep(50);
            }
        }
    }

    private Process launch(List<String> command) throws IOException {
        var nobody = root()
                ? List.of("setpriv", "--reuid=nobody", "--regid=65534", "--clear-groups", "--")
                : List.<String>of();
        var builder = new ProcessBuilder(Stream.concat(nobody.stream(), command.stream()).toList())
                .directory(home.toFile()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()));
        builder.environment().putAll(Map.of("LC_ALL", "C"));
        return builder.start();
    }

    private static boolean root() {
        return System.getProperty("user.name").equals("root");
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
