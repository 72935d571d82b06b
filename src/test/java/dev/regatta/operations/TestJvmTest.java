package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

class TestJvmTest {

    @TempDir
    private Path folder;

    @Test
    void aSettingIsAParameterOrAnEnvironmentVariable() {
        assertThat(TestJvm.setting(name -> Optional.of("given " + name), "path")).contains("given path");
        assertThat(TestJvm.setting(name -> Optional.empty(), "path")).contains(System.getenv("PATH"));
        assertThat(TestJvm.setting(name -> Optional.empty(), "regatta.no.such.setting")).isEmpty();
    }

    @Test
    void theBuildsFolderIsThatOfItsTool() throws IOException {
        assertThat(TestJvm.buildFolder(folder)).isEqualTo(folder.resolve("target"));
        Path build = Files.writeString(folder.resolve("build"), "a script");
        assertThat(TestJvm.buildFolder(folder)).isEqualTo(folder.resolve("target"));
        Files.delete(build);
        Files.createDirectory(build);
        assertThat(TestJvm.buildFolder(folder)).isEqualTo(build);
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        assertThat(TestJvm.buildFolder(folder)).isEqualTo(folder.resolve("target"));
    }

    /** Prints what its JVM says. */
    static final class Printing {

        public static void main(String[] arguments) {
            System.out.println(TestJvm.classPath(List.of(Printing.class)));
        }
    }

    /** As of Surefire, where the project is a module. */
    @Test
    void theModulePathIsAPartOfIt() throws IOException {
        List<String> command = List.of(ProcessHandle.current().info().command().orElseThrow(), "--module-path",
                folder.toString(), "-cp", System.getProperty("java.class.path"), Printing.class.getName());
        Process jvm = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String said = new String(jvm.getInputStream().readAllBytes()).strip();
        assertThat(said.split(File.pathSeparator)).contains(folder.toString());
        Path tests = Path.of(said.substring(said.lastIndexOf(File.pathSeparator) + 1));
        assertThat(tests.resolve(Printing.class.getName().replace('.', '/') + ".class")).exists();
    }

    /** As of {@code java -jar junit-platform-console-standalone.jar --class-path …}. */
    @Test
    void aClassPathOfTheLauncherIsInAClassLoader() throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (var more = new URLClassLoader(new URL[]{folder.resolve("a b").toUri().toURL()}, before)) {
            thread.setContextClassLoader(more);
            assertThat(TestJvm.classPath()).isEqualTo(
                    System.getProperty("java.class.path") + File.pathSeparator + folder.resolve("a b"));
        } finally {
            thread.setContextClassLoader(before);
        }
        assertThat(TestJvm.classPath()).isEqualTo(System.getProperty("java.class.path"));
    }
}
