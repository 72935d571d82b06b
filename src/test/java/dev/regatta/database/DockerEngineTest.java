package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.reflect.Proxy;
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
    void anEngineThatStopsAnsweringIsBroken() {
        var client = (DockerClient) Proxy.newProxyInstance(DockerClient.class.getClassLoader(),
                new Class<?>[]{DockerClient.class}, (proxy, method, arguments) -> {
                    throw new IllegalStateException("the Docker engine did not answer within 10 s");
                });
        assertThat(new DockerEngine(client, true).state(name -> Optional.empty())).isEqualTo(new DockerState.Broken(
                "the engine answers, but not every question (the Docker engine did not answer within 10 s)"));
    }

    @Test
    void theInnermostMessageIsTheCauseInOneLine() {
        assertThat(DockerEngine.rootCause(new RuntimeException("outer", new IOException("no\n such host"))))
                .isEqualTo("no such host");
    }

    @Test
    void aContainerThatIsStillThereWasNotRemoved() throws IOException {
        var fake = new FakeEngine();
        fake.answers(404, "{\"message\":\"No such container\"}");
        assertThatCode(() -> fake.engine().requireRemoved("0123456789ab")).doesNotThrowAnyException();
        fake.answers(200, "{\"State\":{\"Status\":\"running\",\"Running\":true}}");
        assertThatThrownBy(() -> fake.engine().requireRemoved("0123456789ab"))
                .hasMessage("container 0123456789ab is still there");
        fake.close();
        assertThatThrownBy(() -> fake.engine().requireRemoved("0123456789ab"))
                .hasMessageStartingWith("the Docker engine does not tell whether its container is removed (");
    }

    /** The engine answers 200 to a pull, and tells later, in the stream, that it fails. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{\"status\":\"Pulling from library/postgres\",\"id\":\"18\"}\n"})
    @Timeout(60)
    void aPullThatFailsIsToldInOneSentence(String before) throws IOException {
        try (var fake = new FakeEngine()) {
            fake.answers(404, "{\"message\":\"No such image\"}");
            fake.answersPulls(
                    before + "{\"errorDetail\":{\"message\":\"no such host\"},\"error\":\"no such host\"}\n");
            assertThatThrownBy(() -> require(fake)).isInstanceOf(IllegalStateException.class).hasMessage(
                    "Docker has no image postgres:18 and cannot pull it (no such host); name another one");
        }
    }

    @Test
    @Timeout(60)
    void aPullThatTheEngineRefusesIsToldInOneSentence() throws IOException {
        try (var fake = new FakeEngine()) {
            fake.answers(404, "{\"message\":\"No such image\"}");
            assertThatThrownBy(() -> require(fake)).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Docker has no image postgres:18 and cannot pull it (")
                    .hasMessageEndingWith("); name another one").hasMessageContaining("No such image");
        }
    }

    /** As with an engine that is ended meanwhile. */
    @Test
    @Timeout(60)
    void aPullThatBreaksOffIsToldInOneSentence() throws IOException {
        try (var fake = new FakeEngine()) {
            fake.answers(404, "{\"message\":\"No such image\"}");
            fake.answersPulls("{\"status\":\"Pull");
            assertThatThrownBy(() -> require(fake)).isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("Docker has no image postgres:18 and cannot pull it (")
                    .hasMessageEndingWith("); name another one");
        }
    }

    private static void require(FakeEngine fake) {
        fake.engine().require(new ImageName("postgres:18", Optional.empty()), "name another one", notice -> {
        });
    }
}
