package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class RecordingTest {

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsRead() {
        var recording = new Recording(List.of(Path.of("/a b/classes"), Path.of("/jars/driver.jar")),
                List.of(new OperationCase("postgresql", "shop.Races", "openOrders", "virtual", 8)));
        recording.write(folder.resolve("record"));
        assertThat(Recording.read(folder.resolve("record"))).isEqualTo(recording);
    }

    @Test
    void anythingElseIsRefused() throws IOException {
        Path file = folder.resolve("record");
        Files.writeString(file, "something else\n");
        assertThatThrownBy(() -> Recording.read(file)).hasMessageContaining("does not begin with");
        Files.writeString(file, "regatta operations 1\nclass path\t/a\noperation\tpostgresql\n");
        assertThatThrownBy(() -> Recording.read(file)).hasMessageContaining("none of its form: operation");
    }

    @Test
    void entriesThatDoNotExistAreNoPartOfAClassPath() throws IOException {
        Path jar = Files.createFile(folder.resolve("driver.jar"));
        assertThat(Recording.entries(jar + File.pathSeparator + folder.resolve("gone") + File.pathSeparator + jar))
                .containsExactly(jar);
    }

    @Test
    void severalClassesOfABuildAreOne() {
        var open = new OperationCase("postgresql", "shop.Races", "openOrders", "virtual", 8);
        var paid = new OperationCase("postgresql", "shop.MoreRaces", "paidOrders", "virtual", 8);
        List<Path> classPath = List.of(Path.of("/classes"));
        assertThat(Recording.of(List.of(new Recording(classPath, List.of(open)),
                new Recording(classPath, List.of(paid))))).isEqualTo(new Recording(classPath, List.of(open, paid)));
    }
}
