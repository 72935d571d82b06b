package dev.regatta.host;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

@Timeout(30)
class HostLockTest {

    @TempDir
    Path folder;

    private final List<String> notices = new ArrayList<>();
    private final List<Process> others = new ArrayList<>();
    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("regatta.lock");
    }

    @AfterEach
    void endTheOthers() throws InterruptedException {
        for (Process other : others) {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void theHolderIsNamedInTheFileAndGoneFromItAfterwards() throws IOException {
        try (var held = acquire(Duration.ZERO)) {
            assertThat(held).isNotNull();
            assertThat(file).content().startsWith("process " + ProcessHandle.current().pid() + " of ")
                    .containsPattern("since \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ, in /");
        }
        assertThat(file).isEmptyFile();
        assertThat(notices).isEmpty();
    }

    @Test
    void everyUserMayTakeTheLock() throws IOException {
        assumeTrue(file.getFileSystem().supportedFileAttributeViews().contains("posix"),
                "this file system has no permissions of POSIX");
        acquire(Duration.ZERO).close();
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-rw-rw-"));
    }

    @Test
    void anotherProcessIsTurnedAwayInOneSentenceNamingTheHolder() throws IOException {
        Process other = other();
        assertThatThrownBy(() -> acquire(Duration.ofMillis(300))).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("another timed run is on this host (process " + other.pid() + " of ")
                .hasMessageContaining(", in /").hasMessageEndingWith(file + ") and did not end within 0 s: "
                        + "wait for it or end it, or wait longer with -Dregatta.lock.wait=PT30M");
        assertThat(notices).singleElement().asString()
                .startsWith("waiting for another timed run on this host to end (process " + other.pid());
    }

    @Test
    void waitingEndsWithTheOtherRun() throws IOException {
        Process other = other();
        other.getOutputStream().close();
        acquire(Duration.ofSeconds(20)).close();
        assertThat(file).isEmptyFile();
    }

    @Test
    void aKilledHolderLeavesNothingBehind() throws IOException, InterruptedException {
        Process other = other();
        other.destroyForcibly().waitFor();
        assertThat(file).content().startsWith("process " + other.pid());
        acquire(Duration.ZERO).close();
        assertThat(notices).isEmpty();
    }

    @Test
    void theSameProcessIsTurnedAwayAtOnceAndKeepsItsLock() throws IOException {
        try (var held = acquire(Duration.ZERO)) {
            assertThat(held).isNotNull();
            assertThatThrownBy(() -> acquire(Duration.ofMinutes(1))).isInstanceOf(IllegalStateException.class)
                    .hasMessage("this process (" + ProcessHandle.current().pid()
                            + ") is in a timed run already: end that one before the next starts");
            assertThat(line(start(Duration.ZERO))).startsWith("another timed run is on this host (process "
                    + ProcessHandle.current().pid());
        }
    }

    @Test
    void aFailedAttemptDoesNotBlockTheNext() throws IOException {
        Process other = other();
        assertThatThrownBy(() -> acquire(Duration.ZERO)).isInstanceOf(IllegalStateException.class);
        other.getOutputStream().close();
        acquire(Duration.ofSeconds(20)).close();
    }

    @Test
    void closingTwiceLetsGoOnce() {
        var held = acquire(Duration.ZERO);
        held.close();
        try (var next = acquire(Duration.ZERO)) {
            held.close();
            assertThat(next).isNotNull();
            assertThatThrownBy(() -> acquire(Duration.ZERO)).hasMessageContaining("already");
        }
    }

    @Test
    void aLinkPutInTheWayIsNotFollowed() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "kept");
        Files.createSymbolicLink(file, precious);
        assertThatThrownBy(() -> acquire(Duration.ZERO)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("cannot lock " + file);
        assertThat(precious).hasContent("kept");
    }

    @Test
    void theFilesTextCannotDriveATerminal() throws IOException {
        other();
        Files.writeString(file, "\u001b[31mred\n::error::not ours");
        assertThatThrownBy(() -> acquire(Duration.ZERO)).hasMessageContaining("([31mred ::error::not ours, ")
                .message().doesNotContainPattern("\\p{Cntrl}");
    }

    private HostLock acquire(Duration wait) {
        return HostLock.acquire(file, wait, notices::add);
    }

    /** Another JVM that holds the lock until its input ends. */
    private Process other() throws IOException {
        Process other = start(Duration.ofSeconds(20));
        assertThat(line(other)).isEqualTo("held");
        return other;
    }

    private Process start(Duration wait) throws IOException {
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx32m",
                "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), Holder.class.getName(),
                file.toString(), wait.toString()).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        others.add(other);
        return other;
    }

    private static String line(Process other) throws IOException {
        return new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8)).readLine();
    }

    /** The other JVM's program. */
    static final class Holder {

        private Holder() {
        }

        /** Takes the lock on the file, says so, and lets go at the end of the input. */
        public static void main(String[] fileAndWait) throws IOException {
            try (var held = HostLock.acquire(Path.of(fileAndWait[0]), Duration.parse(fileAndWait[1]), notice -> {
            })) {
                System.out.println(held == null ? "" : "held");
                System.in.read();
            } catch (IllegalStateException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
