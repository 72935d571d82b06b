package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

@Execution(ExecutionMode.CONCURRENT)
class ShortCommandTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void itsEndAndItsWordsAreTold() throws IOException {
        assertThat(ShortCommand.run(new ProcessBuilder("sh", "-c", "echo said; exit 3"), LONG))
                .isEqualTo(new ShortCommand(3, "said\n"));
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatHangsIsKilledWithItsChildrenAndNamed(@TempDir Path folder) throws IOException {
        Path told = folder.resolve("child");
        String command = "sleep 6173 & echo $! > '" + told + ".new'; mv '" + told + ".new' '" + told + "'; wait";
        // On a busy machine it may be killed before it has a child, which tells nothing of children.
        for (int seconds = 1; !Files.exists(told); seconds *= 2) {
            Duration limit = Duration.ofSeconds(seconds);
            assertThatThrownBy(() -> ShortCommand.run(new ProcessBuilder("sh", "-c", command), limit))
                    .isInstanceOf(IOException.class)
                    .hasMessage("sh -c " + command + " did not end within " + limit.toSeconds() + " s");
        }
        ProcessHandle.of(Long.parseLong(Files.readString(told).strip()))
                .ifPresent(child -> awaitEnd(child, "sleep 6173"));
    }

    /** One that ended and whose parent is gone may stay in the table, without its command. */
    private static void awaitEnd(ProcessHandle process, String command) {
        while (process.info().commandLine().orElse("").endsWith(command)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void oneThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> ShortCommand.run(new ProcessBuilder("no-such-command"), LONG))
                .isInstanceOf(IOException.class).hasMessageContaining("no-such-command");
    }

    /** Runs a command that takes long, in a JVM of its own. */
    static final class Running {

        public static void main(String[] arguments) throws IOException {
            ShortCommand.runWithThisJvm(new ProcessBuilder("sh", "-c", "echo $$ >&2; exec sleep 6174")
                    .redirectError(ProcessBuilder.Redirect.INHERIT), LONG);
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatTakesLongEndsWithItsJvm() throws Exception {
        Process jvm = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Running.class.getName()).start();
        try (BufferedReader said = jvm.errorReader()) {
            String line = said.readLine();
            while (!line.matches("\\d+")) {
                line = said.readLine();
            }
            ProcessHandle command = ProcessHandle.of(Long.parseLong(line)).orElseThrow();
            try {
                jvm.destroy();
                jvm.waitFor();
                awaitEnd(command, "sleep 6174");
            } finally {
                command.destroyForcibly();
            }
        } finally {
            jvm.destroyForcibly();
        }
    }

    @Test
    void anInterruptionIsKept() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> ShortCommand.run(new ProcessBuilder("sleep", "60"), LONG))
                .isInstanceOf(IOException.class).hasMessage("interrupted while waiting for sleep 60");
        assertThat(Thread.interrupted()).isTrue();
    }
}
