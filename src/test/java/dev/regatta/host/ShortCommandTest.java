package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

@Execution(ExecutionMode.CONCURRENT)
class ShortCommandTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void itsEndAndItsWordsAreTold() throws IOException {
        assertThat(ShortCommand.run(new ProcessBuilder("sh", "-c", "echo said; exit 3"), LONG))
                .isEqualTo(new ShortCommand(3, "said\n"));
    }

    @Test
    @Timeout(20)
    void oneThatHangsIsKilledWithItsChildrenAndNamed() {
        assertThatThrownBy(() -> ShortCommand.run(new ProcessBuilder("sh", "-c", "sleep 6173 & wait"),
                Duration.ofSeconds(1))).isInstanceOf(IOException.class)
                .hasMessage("sh -c sleep 6173 & wait did not end within 1 s");
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").endsWith("sleep 6173"))
                .forEach(process -> process.onExit().join());
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
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatTakesLongEndsWithItsJvm() throws IOException {
        Process jvm = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-cp",
                System.getProperty("java.class.path"), Running.class.getName()).start();
        Optional<ProcessHandle> command = Optional.empty();
        try (BufferedReader said = jvm.errorReader()) {
            String line = said.readLine();
            while (!line.matches("\\d+")) {
                line = said.readLine();
            }
            command = ProcessHandle.of(Long.parseLong(line));
            assertThat(command).isPresent();
            jvm.destroy();
            // It ends when both have ended, who write to it.
            assertThat(said.lines()).isEmpty();
        } finally {
            jvm.destroyForcibly();
            command.ifPresent(ProcessHandle::destroyForcibly);
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
