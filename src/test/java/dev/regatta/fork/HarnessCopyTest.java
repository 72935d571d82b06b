package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class HarnessCopyTest {

    @TempDir
    Path folder;

    @Test
    void whatIsCompiledDuringARunIsNotSeen() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes/dev"));
        Files.writeString(classes.resolve("A.class"), "before");
        Path jar = Files.writeString(folder.resolve("a.jar"), "jar");
        Path copy;
        try (var harness = new HarnessCopy()) {
            copy = harness.of(folder.resolve("classes"));
            Files.writeString(classes.resolve("A.class"), "after");
            Files.writeString(classes.resolve("B.class"), "new");
            assertThat(harness.of(folder.resolve("classes"))).isEqualTo(copy);
            assertThat(copy.resolve("dev/A.class")).hasContent("before");
            assertThat(copy.resolve("dev/B.class")).doesNotExist();
            assertThat(harness.of(jar)).isEqualTo(jar);
        }
        assertThat(copy).doesNotExist();
    }
}
