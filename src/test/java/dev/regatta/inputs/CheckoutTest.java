package dev.regatta.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.MavenSetUp;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

class CheckoutTest {

    private static final List<String> SETTINGS = List.of("maven.home", "maven.repo.local");

    @TempDir
    Path folder;

    private final Map<String, String> before = new TreeMap<>();

    CheckoutTest() {
        SETTINGS.stream().filter(name -> System.getProperty(name) != null)
                .forEach(name -> before.put(name, System.getProperty(name)));
    }

    @AfterEach
    void restore() {
        SETTINGS.forEach(System::clearProperty);
        before.forEach(System::setProperty);
    }

    @Test
    void mavensOwnSettingsArePassedOn() throws IOException {
        SETTINGS.forEach(System::clearProperty);
        assertThat(Checkout.command(MavenSetUp.STANDARD)).startsWith("mvn", "-B").endsWith("compile")
                .doesNotContain("-o", "-s");
        System.setProperty("maven.home", "/opt/maven");
        System.setProperty("maven.repo.local", "/my repository");
        var offline = new MavenSetUp(true, Optional.of(folder.resolve("s.xml")));
        assertThat(Checkout.command(offline)).doesNotContain("-s");
        Files.writeString(folder.resolve("s.xml"), "<settings/>");
        assertThat(Checkout.command(offline)).startsWith("/opt/maven/bin/mvn").contains("-s",
                folder.resolve("s.xml").toString(), "-o",
                "-Dmaven.repo.local=/my repository");
    }

    @Test
    void anotherCheckoutIsBuiltWhereItIs() throws IOException {
        maven("pwd; mkdir -p target/classes");
        var said = new ArrayList<String>();
        assertThat(Checkout.in(checkout(), MavenSetUp.STANDARD).classes(Path.of(""), said::add))
                .isEqualTo(checkout().resolve("target/classes"))
                .isDirectory();
        assertThat(said).containsExactly("building " + checkout());
    }

    /** An umlaut as Maven writes it in the locale de_DE.ISO-8859-1. */
    @Test
    void whateverMavensEncodingIsItBuilds() throws IOException {
        maven("printf '[WARNING] f\\374r\\n'; mkdir -p target/classes");
        assertThat(Checkout.in(checkout(), MavenSetUp.STANDARD).classes(Path.of(""), line -> {
        })).isDirectory();
    }

    @Test
    void aBuildThatFailsIsToldInMavensWords() throws IOException {
        maven("echo '[INFO] x'; echo '[ERROR] ';  echo '[ERROR] COMPILATION ERROR'; exit 1");
        assertThatThrownBy(() -> Checkout.in(checkout(), MavenSetUp.STANDARD).classes(Path.of(""), line -> {
        })).isInstanceOf(IllegalStateException.class)
                .hasMessage(checkout() + " cannot be built: [ERROR] COMPILATION ERROR; try `mvn compile` there");
    }

    @Test
    void aBuildThatHangsIsEnded() throws IOException {
        maven("sleep 600");
        assertThatThrownBy(() -> Checkout.in(checkout(), MavenSetUp.STANDARD).classes(Path.of(""), line -> {
        }, Duration.ofMillis(300))).isInstanceOf(IllegalStateException.class)
                .hasMessage(checkout() + " was not built within 0 s: try `mvn compile` there");
        assertThat(ProcessHandle.current().descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("sleep 600"))).isEmpty();
    }

    /** Builds a checkout, and ends when it is asked to. */
    static final class Builder {

        private Builder() {
        }

        /** Takes the checkout. */
        public static void main(String[] arguments) {
            Checkout.in(Path.of(arguments[0]), MavenSetUp.STANDARD).classes(Path.of(""), line -> {
            });
        }
    }

    @Test
    @Timeout(60)
    void aBuildEndsWithTheSession() throws Exception {
        Path building = folder.resolve("building");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        maven("sleep 601 & echo $! > '" + building + "'; wait");
        Process builder = new ProcessBuilder(Jdk.running().launcher().toString(), "-Xmx64m", "-cp",
                System.getProperty("java.class.path"), "-Dmaven.home=" + System.getProperty("maven.home"),
                "-Djava.io.tmpdir=" + temporary, Builder.class.getName(), checkout().toString())
                .redirectErrorStream(true).redirectOutput(folder.resolve("said").toFile()).start();
        try {
            while (!Files.exists(building) || Files.size(building) == 0) {
                assertThat(builder.isAlive()).as(() -> content(folder.resolve("said"))).isTrue();
                Thread.sleep(20);
            }
            List<ProcessHandle> children = builder.descendants().toList();
            assertThat(children).as("Maven and what it started").hasSizeGreaterThanOrEqualTo(2);
            builder.destroy();
            assertThat(builder.waitFor(15, TimeUnit.SECONDS)).as("ended within 15 s").isTrue();
            assertThat(builder.exitValue()).isEqualTo(143);
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertThat(temporary).isEmptyDirectory();
        } finally {
            builder.descendants().forEach(ProcessHandle::destroyForcibly);
            builder.destroyForcibly();
            if (Files.exists(building)) {
                ProcessHandle.of(Long.parseLong(Files.readString(building).strip()))
                        .ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static String content(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void whatRunsThisIsNotBuiltAgain() throws IOException {
        maven("exit 1");
        assertThat(Checkout.in(checkout(), MavenSetUp.STANDARD).classes(checkout(), line -> {
            throw new AssertionError(line);
        })).isEqualTo(checkout().resolve("target/classes"));
    }

    @Test
    void anotherFolderIsNoCheckout() {
        assertThatThrownBy(() -> Checkout.in(folder, MavenSetUp.STANDARD)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a checkout of Regatta");
    }

    private Path checkout() throws IOException {
        Path checkout = folder.resolve("a base");
        Files.createDirectories(checkout.resolve("src/main/java/dev/regatta"));
        Files.writeString(checkout.resolve("pom.xml"), "<project/>");
        return checkout;
    }

    private void maven(String script) throws IOException {
        Path mvn = Files.createDirectories(folder.resolve("maven/bin")).resolve("mvn");
        Script.write(mvn, script);
        System.setProperty("maven.home", folder.resolve("maven").toString());
    }
}
