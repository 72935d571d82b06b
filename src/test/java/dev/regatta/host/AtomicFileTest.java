package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

class AtomicFileTest {

    @TempDir
    private Path folder;

    @Test
    void theContentIsReplacedAndNothingElseStays() throws IOException {
        Path file = folder.resolve("new").resolve("file");
        AtomicFile.write(file, "old");
        AtomicFile.write(file, "new");
        assertThat(file).hasContent("new");
        assertThat(names(folder.resolve("new"))).containsExactly("file");
    }

    @Test
    void severalFilesAreReplaced() throws IOException {
        AtomicFile.write(Map.of(folder.resolve("one"), "1", folder.resolve("two"), "2"));
        assertThat(folder.resolve("one")).hasContent("1");
        assertThat(folder.resolve("two")).hasContent("2");
        assertThat(names(folder)).containsExactlyInAnyOrder("one", "two");
    }

    /** As where the disk is full after the first file. */
    @Test
    void noFileIsReplacedIfOneCannotBeWritten() throws IOException {
        Path first = Files.writeString(folder.resolve("first"), "old");
        Path noFolder = Files.writeString(folder.resolve("no-folder"), "a file");
        var contents = new LinkedHashMap<Path, String>();
        contents.put(first, "new");
        contents.put(noFolder.resolve("second"), "new");
        assertThatThrownBy(() -> AtomicFile.write(contents)).isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith(noFolder.resolve("second") + " cannot be written (");
        assertThat(first).hasContent("old");
        assertThat(names(folder)).containsExactlyInAnyOrder("first", "no-folder");
    }

    /** Such as {@code /dev/stdout}: replaced, it would be gone for every process. */
    @Test
    void aPipeIsWrittenToAndStays() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        var read = new FutureTask<>(() -> Files.readString(pipe));
        Thread.ofVirtual().start(read);
        assertThat(AtomicFile.isStream(pipe)).isTrue();
        AtomicFile.write(pipe, "verdicts");
        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo("verdicts");
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertThat(names(folder)).containsExactly("pipe");
        assertThat(AtomicFile.isStream(folder)).isFalse();
        assertThat(AtomicFile.isStream(folder.resolve("none"))).isFalse();
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
