package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class ProcessIdentityTest {

    @Test
    void thisProcessLivesAndALaterOneOfItsIdIsAnother() {
        var own = ProcessIdentity.of(ProcessHandle.current());
        assertThat(own.alive()).isTrue();
        assertThat(ProcessIdentity.parse(own.toString())).contains(own);
        assertThat(new ProcessIdentity(own.pid(), own.start() + 1).alive()).isFalse();
        assertThat(ProcessIdentity.parse("12")).isEmpty();
    }

    @Test
    void aProcessThatEndedDoesNot() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        var identity = ProcessIdentity.of(process.toHandle());
        assertThat(identity.alive()).isTrue();
        process.destroyForcibly().waitFor();
        assertThat(identity.alive()).isFalse();
    }

    /** The name is the program's own choice. */
    @Test
    void theStartIsReadBehindAnyName(@TempDir Path proc) throws Exception {
        Files.createDirectories(proc.resolve("7"));
        Files.writeString(proc.resolve("7/stat"),
                "7 (a) b (1 2) S 1 7 7 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 98765 0 0\n");
        assertThat(ProcessIdentity.ticks(proc, 7)).contains(98765L);
        assertThat(ProcessIdentity.ticks(proc, 8)).isEmpty();
    }
}
