package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * {@code regatta compare} with the checkout that it runs in; it changes where this JVM's checkout is, and runs alone.
 */
@Isolated
class CompareOwnCheckoutTest extends CommandTest {

    @TempDir
    Path folder;

    @BeforeEach
    void move() {
        System.setProperty(Regatta.HOME, folder.toString());
    }

    @AfterEach
    void moveBack() {
        System.clearProperty(Regatta.HOME);
    }

    @Test
    void theCheckoutThatRunsIsNotBuiltAgain() throws IOException {
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Files.createDirectories(folder.resolve("src/main/java/dev/regatta"));
        assertThat(run("compare --client pgjdbc+hikari/platform --workload select-1 --baseline 42.7.9 --candidate-dir "
                + folder)).isZero();
        assertThat(races.getFirst().candidate().classes()).contains(folder.resolve("target/classes"));
        assertThat(races.getFirst().candidate().roots()).contains(DRIVER + "of-" + folder.getFileName());
        assertThat(races.getFirst().baseline().classes()).isEmpty();
    }
}
