package dev.regatta.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

class JdksTest {

    @TempDir
    Path root;

    @Test
    void everyPlaceIsLookedAt() throws IOException {
        Path user = Files.createDirectories(root.resolve("home/me"));
        Path toolchain = jdk("srv/25", "JAVA_RUNTIME_VERSION=\"25.0.1+8-LTS\"\nJAVA_VERSION=\"25.0.1\"");
        Files.createDirectories(user.resolve(".m2"));
        Files.writeString(user.resolve(".m2/toolchains.xml"),
                "<toolchains><toolchain><configuration><jdkHome>\n " + toolchain
                        + " </jdkHome></configuration></toolchain></toolchains>");
        jdk("usr/lib/jvm/java-8", "JAVA_VERSION=\"1.8.0_402\"");
        jdk("usr/lib/jvm/java-21", "JAVA_VERSION=\"21.0.5\"");
        jdk("home/me/.jdks/temurin-22", "JAVA_RUNTIME_VERSION=\"22.0.2+9\"");
        jdk("home/me/.sdkman/candidates/java/23-tem", "JAVA_VERSION=\"23\"");
        jdk("opt/jdk-24", "JAVA_VERSION=\"24.0.1\"");
        jdk("Library/Java/JavaVirtualMachines/26.jdk/Contents/Home", "JAVA_VERSION=\"26\"");
        Path variable = jdk("elsewhere/27", "JAVA_VERSION=\"27\"");
        Path onPath = jdk("elsewhere/28", "JAVA_VERSION=\"28\"");
        Path numbered = jdk("elsewhere/29", "JAVA_VERSION=\"29\"");
        Files.createDirectories(root.resolve("opt/no-jdk"));
        var jdks = new Jdks(new Jdk(root.resolve("running"), 30, "30+1"),
                Map.of("JAVA_HOME", variable.toString(), "PATH", "/nowhere:" + onPath.resolve("bin"), "JAVA29_HOME",
                        numbered.toString(), "JAVA_HOMES", root.resolve("usr/lib/jvm/java-21").toString()),
                user, root);
        assertThat(jdks.installed()).extracting(Jdk::feature).containsExactly(30, 27, 28, 29, 25, 22, 23, 21, 8, 24,
                26);
        assertThat(jdks.find(25)).isEqualTo(new Jdk(toolchain, 25, "25.0.1+8-LTS"));
        assertThat(jdks.find(21).version()).isEqualTo("21.0.5");
    }

    @Test
    void whatRunsRegattaIsTheRunningOneOrTheFirstThatCan() throws IOException {
        Jdk running = new Jdk(root.resolve("running"), 21, "21.0.5");
        Path other = jdk("usr/lib/jvm/b", "JAVA_VERSION=\"25\"");
        assertThat(new Jdks(running, Map.of(), root, root).suitable()).isEqualTo(running);
        Jdk older = new Jdk(root.resolve("running"), 17, "17.0.17");
        jdk("usr/lib/jvm/a", "JAVA_VERSION=\"11\"");
        assertThat(new Jdks(older, Map.of(), root, root).suitable().home()).isEqualTo(other);
        assertThatThrownBy(() -> new Jdks(older, Map.of(), root, root.resolve("nothing")).suitable())
                .isInstanceOf(RecipeException.class)
                .hasMessageStartingWith("no JDK 21 or newer was found by JAVA_HOME").hasMessageContaining(
                        "only 17.0.17 in " + root.resolve("running") + ": install one");
    }

    @Test
    void theRunningOneIsTakenFirst() throws IOException {
        Path other = jdk("usr/lib/jvm/a", "JAVA_VERSION=\"25\"");
        Jdk running = new Jdk(root.resolve("running"), 25, "25.0.1+8");
        assertThat(new Jdks(running, Map.of("JAVA_HOME", other.toString()), root, root).find(25)).isEqualTo(running);
    }

    @Test
    void whatIsMissingIsToldWithWhatThereIs() throws IOException {
        Path installed = jdk("usr/lib/jvm/a", "JAVA_VERSION=\"17.0.1\"");
        var jdks = new Jdks(new Jdk(root.resolve("running"), 25, "25.0.1+8"), Map.of(), root, root);
        assertThatThrownBy(() -> jdks.find(21)).isInstanceOf(RecipeException.class)
                .hasMessage(
                        "no JDK 21 was found by JAVA_HOME or JAVA<n>_HOME, on the PATH, in ~/.m2/toolchains.xml, ~/.jdks, "
                                + "~/.sdkman, /usr/lib/jvm, /opt or /Library/Java/JavaVirtualMachines, only 25.0.1+8 in "
                                + root.resolve("running") + ", 17.0.1 in " + installed
                                + ": install one, for example from adoptium.net, and set JAVA21_HOME to its folder");
        assertThatThrownBy(() -> jdks.find(17)).isInstanceOf(RecipeException.class)
                .hasMessage("JDK 17 cannot run Regatta's workers: name a feature release from 21 on");
    }

    @Test
    void thisMachineHasTheRunningOne() {
        assertThat(Jdks.here().find(Runtime.version().feature())).isEqualTo(Jdk.running());
    }

    private Path jdk(String folder, String release) throws IOException {
        Path home = root.resolve(folder);
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(home.resolve("release"), release);
        return home;
    }
}
