package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;

class LoadedClassesTest {

    @TempDir
    private Path folder;

    @Test
    void aJvmWritesDownWhatItLoads() throws Exception {
        var loaded = new LoadedClasses(folder.resolve("classes of a JVM.txt"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        assertThat(new ProcessBuilder(java, "-Xlog:disable", loaded.option(), "--version")
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
        assertThat(loaded.names()).contains("java.lang.Object").doesNotContain("java.sql.Driver");
    }

    @Test
    void aRecordWithoutClassesProvesNothing() throws Exception {
        Path file = Files.writeString(folder.resolve("classes"), "nothing of the kind\n");
        assertThatThrownBy(() -> new LoadedClasses(file).names()).isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("names none");
    }
}
