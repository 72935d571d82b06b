package dev.regatta.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.protocol.Json;
import dev.regatta.workload.Dialect;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.List;

class BaselinesTest {

    @TempDir
    private Path folder;

    private Path file;
    private String good;

    @BeforeEach
    void write() throws IOException {
        file = Books.store(folder, Books.baseline());
        good = Files.readString(file);
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertThat(file).hasFileName("postgresql.json");
        assertThat(Baselines.read(folder, Dialect.POSTGRESQL)).isEqualTo(Books.baseline());
    }

    @Test
    void writingAgainChangesNoByte() throws IOException {
        Books.store(folder, Baselines.read(folder, Dialect.POSTGRESQL));
        assertThat(Files.readString(file)).isEqualTo(good).endsWith("}\n").isEqualTo(Json.pretty(Books.baseline()));
        try (var files = Files.list(folder)) {
            assertThat(files.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder(".lock",
                    "postgresql.json");
        }
    }

    /** Two updates that began with the same files: the second would undo the first. */
    @Test
    void aFileThatChangedSinceItWasReadIsNotReplacedNorAnyOther() throws IOException {
        Baseline read = Baselines.read(folder, Dialect.POSTGRESQL);
        Baseline theirs = Books.of(Books.HERE, SimulatedCell.book(5).after(256));
        Baselines.replace(folder, Map.of(Dialect.POSTGRESQL, read), List.of(theirs));
        String after = Files.readString(file);
        Baseline ours = Books.of(Books.HERE, SimulatedCell.book(6).after(256));
        assertThatThrownBy(() -> Baselines.replace(folder, Map.of(Dialect.POSTGRESQL, read),
                List.of(Baseline.empty(Dialect.MARIADB), ours))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + " was changed while this command ran")
                .hasMessageContaining("regatta baseline update --from");
        assertThat(Files.readString(file)).isEqualTo(after);
        assertThat(Baselines.file(folder, Dialect.MARIADB)).doesNotExist();
        assertThatThrownBy(() -> Baselines.replace(folder, Map.of(), List.of(ours)))
                .as("a file that was not there").hasMessageContaining("was changed while");
    }

    /** Holds the lock of a folder until its input ends. */
    public static final class Holder {

        private Holder() {
        }

        /**
         * Takes it.
         *
         * @throws IOException never
         */
        public static void main(String[] arguments) throws IOException {
            try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                channel.lock();
                channel.truncate(0).write(StandardCharsets.UTF_8.encode("process 7 of somebody\u001b"));
                System.out.println("locked");
                System.in.read();
            }
        }
    }

    @Test
    @Timeout(60)
    void aProcessThatKeepsTheLockIsNamedAndNotWaitedForWithoutEnd() throws IOException, InterruptedException {
        Process other = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Holder.class.getName(), folder.resolve(".lock").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var now = Map.of(Dialect.POSTGRESQL, Baselines.read(folder, Dialect.POSTGRESQL));
        var next = List.of(Books.of(Books.HERE, SimulatedCell.book(5).after(256)));
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("locked");
            assertThatThrownBy(() -> Baselines.replace(folder, now, next, Duration.ofMillis(200)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("baselines in " + folder + " cannot be written, as another process writes there"
                            + " (process 7 of somebody ) and did not end within 0 s: wait for it or end it, and apply what"
                            + " was measured with `regatta baseline update --from <results>`");
            assertThat(Files.readString(file)).isEqualTo(good);
        } finally {
            other.destroyForcibly().waitFor();
        }
        Baselines.replace(folder, now, next);
        assertThat(folder.resolve(".lock")).content().startsWith("process " + ProcessHandle.current().pid() + " of ");
    }

    @Test
    void logRatiosHaveSixDecimals() {
        assertThat(good).containsPattern("\"logRatio\" : -?\\d\\.\\d{6},");
    }

    @Test
    void aMissingFileNamesItAndSaysWhatToDo() {
        assertThatThrownBy(() -> Baselines.read(folder, Dialect.MARIADB)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("mariadb.json").hasMessageContaining("mvn verify -Dregatta.baseline=update");
    }

    @Test
    void aMalformedFileIsRefused() {
        assertRefused(good.substring(0, good.length() / 2), "line");
    }

    @Test
    void anEmptyFileIsRefused() {
        assertRefused("", "postgresql.json");
        assertRefused("null", "postgresql.json");
    }

    @Test
    void anUnknownKeyIsRefused() {
        assertRefused(good.replace("\"pairs\" :", "\"peers\" : 3, \"pairs\" :"), "peers");
    }

    @Test
    void aMissingKeyIsRefused() {
        assertRefused(good.replaceFirst("\"sets\" : 4,", ""), "sets");
    }

    @Test
    void noKeyMayBeMissing() throws IOException {
        assertThat(good).contains("\"pinnedParks\" : null");
        Files.writeString(file, good.replaceFirst("\"pinnedParks\" : null", "\"pinnedParks\" : 0.98"));
        var entry = Baselines.read(folder, Dialect.POSTGRESQL).environments().getFirst().cells().firstEntry()
                .getValue();
        assertThat(entry.pinnedParks()).contains(0.98);
        assertThat(Json.pretty(entry)).contains("\"pinnedParks\" : 0.980000");
        assertRefused(good.replaceFirst("\"pinnedParks\" : null", "\"pinnedParks\" : -1"), "pinnedParks");
        for (String key : List.of("pinnedParks", "inputs", "noiseReason")) {
            assertThat(good).contains("\"" + key + "\" : null");
            assertRefused(good.replaceFirst(",\\s*\"" + key + "\" : null|\"" + key + "\" : null,", ""), key);
        }
    }

    @Test
    void theFilesOfThisProjectCanBeRead() {
        for (Dialect dialect : Dialect.values()) {
            assertThat(Baselines.read(Path.of("baselines"), dialect).environments()).isNotEmpty();
        }
    }

    @Test
    void aDuplicateKeyIsRefused() {
        assertRefused(good.replaceFirst("\"schema\" : 1", "\"schema\" : 1, \"schema\" : 1"), "schema");
    }

    @Test
    void aNumberThatIsNoneIsRefused() {
        assertRefused(good.replaceFirst("\"standardError\" : [0-9.]+", "\"standardError\" : NaN"), "NaN");
        assertRefused(good.replaceFirst("\"standardError\" : [0-9.]+", "\"standardError\" : \"NaN\""), "standardError");
        assertRefused(good.replaceFirst("\"standardError\" : [0-9.]+", "\"standardError\" : 1e999"), "standardError");
        assertRefused(good.replaceFirst("\"standardError\" : [0-9.]+", "\"standardError\" : -1"), "standardError");
    }

    @Test
    void anotherSchemaIsRefused() {
        assertRefused(good.replaceFirst("\"schema\" : 1", "\"schema\" : 2"), "schema 2");
    }

    @Test
    void anotherDatabaseIsRefused() throws IOException {
        Files.copy(file, folder.resolve("mariadb.json"));
        assertThatThrownBy(() -> Baselines.read(folder, Dialect.MARIADB)).hasMessageContaining("mariadb.json")
                .hasMessageContaining("expected mariadb");
    }

    @Test
    void anOversizedFileIsRefusedUnread() {
        assertRefused(" ".repeat((int) Baselines.MAX_BYTES + 1), "more than");
    }

    @Test
    void textInAnotherEncodingIsRefused() throws IOException {
        Files.write(file, new byte[]{(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> Baselines.read(folder, Dialect.POSTGRESQL)).hasMessageContaining("UTF-8");
    }

    private void assertRefused(String content, String words) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        assertThatThrownBy(() -> Baselines.read(folder, Dialect.POSTGRESQL))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("postgresql.json")
                .hasMessageContaining(words).hasMessageContaining("-Dregatta.baseline=update");
    }
}
