package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

@Execution(ExecutionMode.CONCURRENT)
class ContainerLifeTest {

    private static final String RUNNING = "{\"State\":{\"Status\":\"running\",\"Running\":true}}";

    private final List<String> notices = new ArrayList<>();
    private FakeEngine fake;

    @BeforeEach
    void start() throws IOException {
        fake = new FakeEngine();
    }

    @AfterEach
    void stop() {
        fake.close();
    }

    @Test
    void aContainerThatRunsHasNotEnded() {
        fake.answers(200, RUNNING);
        assertThat(life(Duration.ofMinutes(1)).end()).isEmpty();
        assertThat(notices).isEmpty();
    }

    @Test
    void anEndIsToldWithTheExitCodeAndTheLog() {
        fake.answers(200,
                "{\"State\":{\"Status\":\"exited\",\"Running\":false,\"OOMKilled\":true,\"ExitCode\":137}}");
        assertThat(life(Duration.ofMinutes(1)).end())
                .contains("is exited with exit code 137 (out of memory); its log is empty");
    }

    @Test
    void aContainerThatIsGoneHasEnded() {
        fake.answers(404, "{\"message\":\"No such container\"}");
        assertThat(life(Duration.ofMinutes(1)).end()).contains("was removed by somebody else");
    }

    @Test
    @Timeout(60)
    void aSilentEngineIsNoDeathAndIsToldOnce() {
        ContainerLife life = life(Duration.ofSeconds(2));
        assertThat(life.end()).isEmpty();
        assertThat(life.end()).isEmpty();
        assertThat(notices).containsExactly("the Docker engine does not tell whether the server runs (no answer within"
                + " 2 s); the run goes on, for it needs the server and not the engine");
    }

    /** Before every cell it is asked: a long wait each time would be lost for measuring. */
    @Test
    @Timeout(60)
    void anEngineThatWasSilentIsAskedBriefly() {
        ContainerLife life = life(Duration.ofSeconds(6));
        life.end();
        assertTimeout(Duration.ofSeconds(5), life::end);
    }

    @Test
    @Timeout(60)
    void anEngineThatAnswersAgainIsBelieved() {
        ContainerLife life = life(Duration.ofSeconds(2));
        life.end();
        fake.answers(404, "{\"message\":\"No such container\"}");
        assertThat(life.end()).contains("was removed by somebody else");
    }

    @Test
    void anEngineThatFailsIsNoDeath() {
        fake.answers(500, "{\"message\":\"out of descriptors\"}");
        assertThat(life(Duration.ofMinutes(1)).end()).isEmpty();
        assertThat(notices).singleElement().asString().contains("out of descriptors");
    }

    @Test
    void anEngineThatIsGoneIsNoDeath() {
        ContainerLife life = life(Duration.ofMinutes(1));
        fake.close();
        assertThat(life.end()).isEmpty();
        assertThat(notices).hasSize(1);
    }

    private ContainerLife life(Duration patience) {
        return new ContainerLife(fake.engine(), "0123456789ab", () -> "; its log is empty", notices::add, patience);
    }
}
