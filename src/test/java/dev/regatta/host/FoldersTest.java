package dev.regatta.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class FoldersTest {

    @TempDir
    private Path folder;

    @Test
    void aFolderIsCopiedWithAllThatIsInIt() throws IOException {
        Path from = Files.createDirectories(folder.resolve("from/inner"));
        Files.writeString(from.resolve("file"), "text");
        Folders.copy(folder.resolve("from"), folder.resolve("to"));
        assertThat(folder.resolve("to/inner/file")).hasContent("text");
        Folders.copy(from.resolve("file"), folder.resolve("alone"));
        assertThat(folder.resolve("alone")).hasContent("text");
    }
}
