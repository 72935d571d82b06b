package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.database.Placement;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A password and a token are in no file that a run leaves, and on no command line. */
class SecretsIT {

    private static final String PASSWORD = "canary-7f3a91c4";
    private static final String TOKEN = "canary-e05b28d7";

    @TempDir
    Path folder;

    @Test
    void noFileAndNoCommandLineHoldsASecret() throws Exception {
        try (Database server = Databases.start(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, Placement.detect(),
                name -> Optional.empty(), line -> {
                })) {
            Endpoint endpoint = server.endpoint();
            try (Admin admin = Admin.connect(endpoint)) {
                admin.run("CREATE ROLE guest LOGIN CREATEDB PASSWORD '" + PASSWORD + "'");
                admin.run("CREATE DATABASE theirs OWNER guest");
                admin.run("ALTER DATABASE regatta OWNER TO guest");
            }
            try (Victim victim = Victim.start(folder,
                    Map.of("REGATTA_PASSWORD_POSTGRESQL", PASSWORD, "DEPLOY_TOKEN", TOKEN),
                    "-Dregatta.database=external", "-Dregatta.url.postgresql=postgresql://127.0.0.1:" + endpoint.port()
                            + "/theirs",
                    "-Dregatta.user.postgresql=guest", "-Dregatta.jfr=true")) {
                victim.await(Phase.SLICES);
                assertThat(commandLines()).isNotEmpty().noneMatch(SecretsIT::telling);
                // A worker that hangs leaves a dump of its threads.
                List<ProcessHandle> backends = backends();
                for (ProcessHandle backend : backends) {
                    Victim.signal(backend, "STOP");
                }
                Thread.sleep(12_000);
                for (ProcessHandle backend : backends) {
                    Victim.signal(backend, "CONT");
                }
                int code = victim.end(Duration.ofSeconds(200));
                assertThat(victim.output()).isNotEmpty();
                assertThat(code).as(victim.output()).isIn(0, 2);
            }
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        System.out.println(files.size() + " files: " + files.stream().map(folder::relativize).toList());
        assertThat(files).anyMatch(file -> file.toString().endsWith(".args"))
                .anyMatch(file -> file.toString().endsWith("results.json"))
                .anyMatch(file -> file.toString().endsWith("-threads.txt"));
        for (Path file : files) {
            assertThat(telling(Files.readString(file, StandardCharsets.ISO_8859_1))).as(file.toString()).isFalse();
        }
    }

    /** The server's processes of the sessions of the victim. */
    private static List<ProcessHandle> backends() {
        List<ProcessHandle> backends = ProcessHandle.current().descendants()
                .filter(one -> title(one).startsWith("postgres: guest")).toList();
        assertThat(backends).isNotEmpty();
        return backends;
    }

    /** What the process calls itself, which its command line does not tell. */
    private static String title(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"),
                    StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private static List<String> commandLines() throws IOException {
        var lines = new ArrayList<String>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes.filter(path -> path.getFileName().toString().matches("\\d+")).toList()) {
                try {
                    lines.add(Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1));
                } catch (IOException e) {
                    // It ended.
                }
            }
        }
        return lines;
    }

    private static boolean telling(String text) {
        return text.contains(PASSWORD) || text.contains(TOKEN);
    }
}
