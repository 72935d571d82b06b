package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

class DockerEngineTest {

    @TempDir
    Path root;

    @Test
    void withoutSocketVariableAndConfigurationDockerIsAbsent() {
        assertThat(DockerEngine.sign(root, root.resolve("home"), name -> Optional.empty())).isEmpty();
    }

    @Test
    void aSocketIsASignOfDockerEvenIfNobodyAnswers() throws IOException {
        Files.createDirectories(root.resolve("var/run"));
        Files.createFile(root.resolve("var/run/docker.sock"));
        assertThat(DockerEngine.sign(root, root.resolve("home"), name -> Optional.empty()))
                .contains(root.resolve("var/run/docker.sock").toString());
    }

    @Test
    void theVariableIsASignOfDocker() {
        assertThat(DockerEngine.sign(root, root.resolve("home"),
                name -> name.equals("DOCKER_HOST") ? Optional.of("tcp://db:2375") : Optional.empty()))
                .contains("DOCKER_HOST=tcp://db:2375");
    }

    @Test
    void theInnermostMessageIsTheCauseInOneLine() {
        assertThat(DockerEngine.rootCause(new RuntimeException("outer", new IOException("no\n such host"))))
                .isEqualTo("no such host");
    }
}
