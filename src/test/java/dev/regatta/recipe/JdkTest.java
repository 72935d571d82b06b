package dev.regatta.recipe;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class JdkTest {

    @Test
    void theRunningJdkHasALauncherAndAVersion() {
        Jdk running = Jdk.running();
        assertThat(running.launcher()).isExecutable();
        assertThat(running.feature()).isGreaterThanOrEqualTo(21);
        assertThat(running.version()).startsWith(String.valueOf(running.feature()));
    }

    @Test
    void aFolderWithoutALauncherIsNamed(@TempDir Path folder) {
        assertThatThrownBy(new Jdk(folder, 25, "25.0.1+8")::launcher).isInstanceOf(RecipeException.class)
                .hasMessage("the Java run time in " + folder + " has no executable " + folder.resolve("bin/java")
                        + ": run Regatta on a complete JDK 21 or newer");
    }
}
