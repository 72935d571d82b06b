package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class LogEndTest {

    @TempDir
    private Path folder;

    @Test
    void onlyTheLastBytesAreRead() throws IOException {
        Path log = Files.writeString(folder.resolve("log"), "first\nsecond\nlast\n");
        assertThat(LogEnd.lines(log, 100)).containsExactly("first", "second", "last");
        assertThat(LogEnd.lines(log, 8)).containsExactly("nd", "last");
        assertThat(LogEnd.lines(Files.createFile(folder.resolve("empty")), 8)).isEmpty();
    }
}
