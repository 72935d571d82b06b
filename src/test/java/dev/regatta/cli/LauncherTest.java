package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.Script;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code regatta} script, in a folder with a space, with a Maven and JDKs that only write down how they were
 * called.
 */
@Execution(ExecutionMode.CONCURRENT)
class LauncherTest {

    private record Run(int exit, String out, String err) {}

    @TempDir
    Path folder;

    private Path checkout;
    private Path tools;

    @BeforeEach
    void checkout() throws IOException {
        checkout = Files.createDirectories(folder.resolve("a checkout"));
        tools = Files.createDirectories(folder.resolve("tools"));
        Files.createDirectories(checkout.resolve("src/main/java"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        Files.createDirectories(checkout.resolve("src/main/launcher"));
        for (String script : List.of("regatta", "src/main/launcher/jdk")) {
            Path copy = Files.copy(Path.of(script), checkout.resolve(script));
            assertThat(copy.toFile().setExecutable(true)).isTrue();
        }
        Path jar = Files.writeString(folder.resolve("a jar.jar"), "");
        Script.write(tools.resolve("mvn"), """
                echo "$*" >> "%1$s/mvn.log"
                mkdir -p "%2$s/target/classes/dev/regatta/recipe" "%2$s/target/launcher"
                touch "%2$s/target/classes/dev/regatta/recipe/candidates.properties"
                echo -Xmx1m > "%2$s/target/launcher/jvm.args"
                printf '%%s:%%s' "%3$s" "%3$s" > "%2$s/target/launcher/classpath"
                """.formatted(folder, checkout, jar));
    }

    @Test
    void argumentsAndTheExitCodePass() throws Exception {
        jdk("25", "for a in \"$@\"; do echo \"[$a]\"; done; echo \"$TESTCONTAINERS_RYUK_DISABLED\"; exit 7");
        Run run = run(checkout.resolve("regatta"), "judge", "a file.json", "--json", "");
        assertThat(run.exit()).as(run.err()).isEqualTo(7);
        assertThat(run.out()).startsWith("[@" + checkout + "/target/launcher/jvm.args]\n").contains(
                "[-Ddev.regatta.home=" + checkout + "]\n[-cp]\n[" + checkout + "/target/classes:"
                        + folder.resolve("a jar.jar") + ":",
                "[dev.regatta.cli.Regatta]\n[judge]\n[a file.json]\n[--json]\n[]\ntrue\n");
    }

    @Test
    void onlyASelfCheckIsCompiledToTheEnd() throws Exception {
        jdk("25", "for a in \"$@\"; do echo \"[$a]\"; done");
        assertThat(run(checkout.resolve("regatta"), "selfcheck", "--brief").out())
                .contains("jvm.args]\n[-XX:TieredStopAtLevel=4]\n[-Ddev.regatta.home=");
        assertThat(run(checkout.resolve("regatta"), "compare").out()).doesNotContain("TieredStopAtLevel");
        assertThat(run(checkout.resolve("regatta")).out()).contains("jvm.args]\n[-Ddev.regatta.home=");
    }

    @Test
    void nothingIsBuiltWhileARunGoesOn() throws Exception {
        jdk("25", "touch '" + folder + "/started'; while [ ! -e '" + folder + "/go on' ]; do sleep 0.05; done");
        Process first = start(checkout.resolve("regatta"));
        while (!Files.exists(folder.resolve("started"))) {
            Thread.sleep(20);
        }
        later(Files.writeString(checkout.resolve("src/main/java/New.java"), ""));
        Process second = start(checkout.resolve("regatta"));
        try (var said = second.errorReader()) {
            assertThat(said.readLine())
                    .isEqualTo("[regatta] waiting for a run that goes on, before building in " + checkout);
            assertThat(builds()).hasSize(1);
            Files.writeString(folder.resolve("go on"), "");
            assertThat(first.waitFor()).isZero();
            assertThat(said.readLine()).startsWith("[regatta] building ");
            assertThat(second.waitFor()).isZero();
        }
        assertThat(builds()).hasSize(2);
    }

    @Test
    void whereNothingCanBeBuiltItSaysSo() throws Exception {
        jdk("25", "exit 0");
        // Also root cannot write into what is no folder.
        Files.writeString(checkout.resolve("target"), "");
        Run run = run(checkout.resolve("regatta"));
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.err().lines()).containsExactly("[regatta] building " + checkout,
                "regatta: cannot build itself where " + checkout + "/target cannot be written: make it writable for "
                        + System.getProperty("user.name") + ", or use a copy of " + checkout);
    }

    /** Named by a shell, since the JVM of this test may not be able to. */
    @Test
    void aFolderThatTheLocaleCannotNameIsRefused() throws Exception {
        jdk("25", "exit 0");
        Path copied = folder.resolve("copied");
        Script.write(copied, """
                copy=$(printf '%1$s/caf\\303\\251')
                cp -r '%2$s' "$copy"
                LC_ALL=C.UTF-8 "$copy/regatta" 2>&1 | grep letters
                LC_ALL=POSIX "$copy/regatta" 2>&1 | sed 's/.* has letters/has letters/'
                """.formatted(folder, checkout));
        assertThat(run(copied).out()).isEqualTo("has letters that the locale of this shell does not know:"
                + " set LC_ALL=C.UTF-8, or another UTF-8 locale\n");
    }

    @Test
    void itIsFoundBehindASymbolicLink() throws Exception {
        jdk("25", "echo \"$2\"");
        Path link = Files.createSymbolicLink(tools.resolve("link"), Path.of("../a checkout/regatta"));
        assertThat(run(link).out()).isEqualTo("-Ddev.regatta.home=" + checkout.toRealPath() + "\n");
    }

    @Test
    void itIsBuiltOnceAndAgainWhenSomethingChanged() throws Exception {
        jdk("25", "exit 0");
        assertThat(run(checkout.resolve("regatta")).err()).contains("[regatta] building " + checkout);
        assertThat(run(checkout.resolve("regatta")).err()).isEmpty();
        assertThat(builds()).hasSize(1);
        later(Files.writeString(checkout.resolve("src/main/java/New.java"), ""));
        run(checkout.resolve("regatta"));
        assertThat(builds()).hasSize(2);
        Files.setLastModifiedTime(checkout.resolve("src/main/java/New.java"), FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(checkout.resolve("src/main/java"), FileTime.from(Instant.EPOCH));
        later(checkout.resolve("target/classes/dev/regatta/recipe/candidates.properties"));
        run(checkout.resolve("regatta"));
        assertThat(builds()).hasSize(3);
        Files.delete(folder.resolve("a jar.jar"));
        run(checkout.resolve("regatta"));
        assertThat(builds()).hasSize(4);
    }

    @Test
    void mavenIsToldWhatRegattaIsTold() throws Exception {
        jdk("25", "exit 0");
        run(checkout.resolve("regatta"), "-Dmaven.repo.local=/r", "-Dregatta.settings=/s.xml", "--offline", "compare",
                "-Dpostgresql.version=1");
        assertThat(builds()).singleElement().asString()
                .contains("-f " + checkout + "/pom.xml", "-Dmaven.repo.local=/r -s /s.xml -o compile")
                .doesNotContain("postgresql.version");
    }

    /** As Regatta itself reads them. */
    @Test
    void aSwitchWithoutAValueIsTrueForTheBuildAsWell() throws Exception {
        jdk("25", "exit 0");
        run(checkout.resolve("regatta"), "doctor", "-D", "maven.repo.local=/r", "-D", "regatta.settings=/s.xml",
                "-Dregatta.offline");
        assertThat(builds()).singleElement().asString().contains("-Dmaven.repo.local=/r -s /s.xml -o compile");
    }

    @Test
    void aFailedBuildIsSaidAndTriedAgain() throws Exception {
        jdk("25", "exit 0");
        Script.write(tools.resolve("mvn"), "echo COMPILATION ERROR; exit 1");
        Run run = run(checkout.resolve("regatta"));
        assertThat(run.exit()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("COMPILATION ERROR").endsWith("regatta: could not be built, see above\n");
    }

    @Test
    void withoutAJdkItIsSaidWhatToInstall() throws Exception {
        jdk("17.0.15", "exit 0");
        Run run = run(checkout.resolve("regatta"));
        // Whatever else this machine has installed where every launcher looks.
        if (run.exit() == 2) {
            assertThat(run.err())
                    .startsWith("regatta: needs a JDK 21 or newer, for example from adoptium.net (found only ")
                    .contains("17 in " + folder.resolve("jdk")).endsWith("); set JAVA_HOME to its folder\n");
            assertThat(run.err().lines()).hasSize(1);
        } else {
            assertThat(run.out()).doesNotContain(folder.resolve("jdk").toString());
        }
    }

    private void jdk(String version, String java) throws IOException {
        Path home = folder.resolve("jdk");
        Script.write(Files.createDirectories(home.resolve("bin")).resolve("java"), java);
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(folder.resolve("mvn.log"));
    }

    private static void later(Path file) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(2)));
    }

    private Run run(Path script, String... arguments) throws IOException, InterruptedException {
        Process process = builder(script, arguments).redirectError(folder.resolve("err").toFile()).start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), out, Files.readString(folder.resolve("err")));
    }

    private Process start(Path script) throws IOException {
        return builder(script).start();
    }

    private ProcessBuilder builder(Path script, String... arguments) {
        var command = new ArrayList<String>();
        command.add(script.toString());
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(tools.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("JAVA"));
        builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("PATH", tools + ":/usr/bin:/bin");
        return builder;
    }
}
