package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.client.wire.Admin;
import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
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
            // A worker that hangs leaves a dump of its threads.
            try (Victim victim = victim(Files.createDirectory(folder.resolve("hung")), endpoint)) {
                victim.await(Phase.SLICES);
                assertThat(commandLines()).isNotEmpty().noneMatch(SecretsIT::telling);
                List<ProcessHandle> backends = backends();
                for (ProcessHandle backend : backends) {
                    Victim.signal(backend, "STOP");
                }
                Thread.sleep(12_000);
                for (ProcessHandle backend : backends) {
                    Victim.signal(backend, "CONT");
                }
                end(victim);
            }
            // One that runs to its end, recordings.
            Path whole = Files.createDirectory(folder.resolve("whole"));
            try (Victim victim = victim(whole, endpoint)) {
                keepRecordings(victim, whole);
                end(victim);
            }
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        System.out.println(files.size() + " files: " + files.stream().map(folder::relativize).toList());
        assertThat(files).anyMatch(file -> file.toString().endsWith(".args"))
                .anyMatch(file -> file.toString().endsWith("results.jsonl.gz"))
                .anyMatch(file -> file.toString().endsWith("-threads.txt"))
                .anyMatch(file -> file.toString().endsWith("-candidate.jfr"));
        assertThat(files).filteredOn(file -> file.getFileName().toString().startsWith("regatta-pins")).isNotEmpty()
                .allSatisfy(file -> assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as("texts of a recording can be read").contains("jdk.VirtualThreadPinned"));
        for (Path file : files) {
            assertThat(telling(Files.readString(file, StandardCharsets.ISO_8859_1))).as(file.toString()).isFalse();
        }
    }

    private static Victim victim(Path folder, Endpoint server) throws IOException {
        return Victim.ofVirtualThreads(folder, Map.of("REGATTA_PASSWORD_POSTGRESQL", PASSWORD, "DEPLOY_TOKEN", TOKEN),
                "-Dregatta.database=external", "-Dregatta.url.postgresql=postgresql://127.0.0.1:" + server.port()
                        + "/theirs",
                "-Dregatta.user.postgresql=guest", "-Dregatta.jfr=true");
    }

    private static void end(Victim victim) throws InterruptedException {
        int code = victim.end(Duration.ofSeconds(200));
        assertThat(victim.output()).isNotEmpty();
        assertThat(code).as(victim.output()).isIn(0, 2);
    }

    /** The recordings of what pins are removed once they were read: a second name keeps what is in them. */
    private static void keepRecordings(Victim victim, Path folder) throws IOException, InterruptedException {
        Path kept = Files.createDirectory(folder.resolve("kept"));
        Path results = Files.createDirectories(folder.resolve("results"));
        for (int i = 0; i < 10_000 && victim.itself().isAlive(); i++) {
            List<Path> recordings;
            try (Stream<Path> all = Files.walk(results)) {
                recordings = all.filter(file -> file.getFileName().toString().startsWith("regatta-pins")).toList();
            } catch (UncheckedIOException e) {
                // Something was removed meanwhile.
                recordings = List.of();
            }
            for (Path recording : recordings) {
                try {
                    Files.createLink(kept.resolve(recording.getFileName()), recording);
                } catch (FileAlreadyExistsException | NoSuchFileException e) {
                    // It is kept, or gone.
                }
            }
            Thread.sleep(20);
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
