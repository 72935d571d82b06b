package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;

class CallsFileTest {

    @TempDir
    private Path folder;

    /** A JVM that was stopped while it held the lock made the tests of all others hang. */
    @Test
    @Timeout(60)
    void whoDoesNotLetGoOfTheLockIsNamedAndNotWaitedForWithoutEnd() throws IOException {
        Path lock = folder.resolve("lock");
        var file = new CallsFile(folder.resolve("calls.json"), lock, Duration.ofSeconds(1));
        String self = "process " + ProcessHandle.current().pid() + " in " + System.getProperty("user.dir");
        file.change("A.a", before -> {
            assertThatThrownBy(() -> file.change("A.b", none -> Runs.of(Calls.NONE)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(folder.resolve("calls.json") + " cannot be changed, as " + self
                            + " has not let go of " + lock + " for 1 s: end that process and run the test again");
            return Runs.of(Calls.NONE);
        });
        assertThat(file.of("A.a")).isPresent();
        assertThat(file.of("A.b")).isEmpty();
        try (FileChannel other = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            // As releases before this one lock it, which name nobody.
            other.lock();
            assertThatThrownBy(() -> file.change("A.b", Optional::orElseThrow))
                    .hasMessageContaining("as a process that has not said which has not let go of " + lock);
        }
        file.change("A.b", none -> Runs.of(Calls.NONE));
        assertThat(file.of("A.b")).isPresent();
    }
}
