package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a fork asks its worker for: a script that writes down one command and then fails. */
class WorkerForkTest {

    private static final Endpoint SERVER = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 5432, "d", "u", "p");

    @TempDir
    Path folder;

    /** The options of a run, such as TLS, are not in a recipe, and a pool is read over the connections that are timed. */
    @Test
    void aClientIsOpenedWithAllOptionsWhetherItIsTimedOrItsPoolIsRead() throws Exception {
        var options = new TreeMap<>(Map.of(Endpoint.TLS, "true", "prepareThreshold", "1"));
        String told = "\"options\":{\"prepareThreshold\":\"1\",\"regatta.tls\":\"true\"}";
        assertThat(asked(options, fork -> fork.open("select-1", SERVER, 4))).contains(told);
        assertThat(asked(options, fork -> fork.meter("select-1", SERVER, 4, 1, 1, 1))).contains(told);
    }

    private interface Asking {
        void of(WorkerFork fork) throws MeasurementFailure;
    }

    /** The command that a fork's worker is sent. */
    private String asked(SortedMap<String, String> options, Asking asking) throws Exception {
        Path command = folder.resolve("command");
        String script = "echo '{\"answer\":\"ready\",\"pid\":1,\"jdk\":\"25\"}'; read -r line; echo \"$line\" > '"
                + command
                + "'; echo '{\"answer\":\"failed\",\"problem\":\"enough\",\"trace\":\"\"}'; read -r line";
        var recipe = new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>(Map.of("prepareThreshold", "1")));
        try (var fork = new WorkerFork(Arm.CANDIDATE, 1, ClientId.of("pgjdbc+hikari/platform"),
                ArmSetup.of(new ResolvedRecipe(recipe, List.of()), Jdk.running()), options,
                () -> Worker.launch("test", List.of("bash", "-c", script), folder.resolve("test.log"),
                        Duration.ofSeconds(10)),
                new AnswerTimeouts(Duration.ofSeconds(10), Duration.ZERO))) {
            assertThatThrownBy(() -> asking.of(fork)).isInstanceOf(MeasurementFailure.class)
                    .hasMessageContaining("enough");
        }
        return Files.readString(command);
    }
}
