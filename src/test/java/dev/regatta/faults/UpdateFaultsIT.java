package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** {@code mvn verify} that updates the baselines of a checkout of its own is ended, or another update comes between. */
class UpdateFaultsIT {

    private static final Duration LONGEST = Duration.ofMinutes(4);

    @TempDir
    Path folder;

    private Path checkout;

    @BeforeEach
    void checkOut() throws Exception {
        checkout = folder.resolve("checkout");
        run(Path.of(""), "git", "clone", "--quiet", ".", checkout.toString());
    }

    @ParameterizedTest
    @CsvSource({"TERM, FILLING", "INT, WARMING_UP", "TERM, COUNTING"})
    void aSignalToMavenLeavesTheBaselines(String signal, Phase phase) throws Exception {
        Aftermath aftermath = Aftermath.of(checkout.resolve("baselines"));
        try (Victim maven = update("interrupted")) {
            maven.await(phase);
            Victim.signal(maven.itself(), signal);
            int code = maven.end(Duration.ofSeconds(15));
            System.out.printf("SIG%s to Maven while %s: exit %d%n", signal, phase, code);
            assertThat(code).isNotZero();
            aftermath.isClean(maven);
        }
    }

    @Test
    void oneOfTwoUpdatesIsRefused() throws Exception {
        try (Victim first = update("first")) {
            assertThat(first.end(LONGEST)).as(first.output()).isZero();
        }
        Path results = Files.copy(checkout.resolve("target/regatta/results.jsonl.gz"), folder.resolve("first.json"));
        Aftermath aftermath;
        try (Victim second = update("second")) {
            // It has read the baselines by then.
            second.await(Phase.WARMING_UP);
            // As another user does, from the results of another run.
            run(checkout, ProcessHandle.current().info().command().orElseThrow(), "-cp",
                    System.getProperty("java.class.path"), "dev.regatta.cli.Regatta", "baseline", "update", "--from",
                    results.toString(), "--reason", "between", "--baselines", checkout.resolve("baselines").toString());
            assertThat(Files.readString(checkout.resolve("baselines/postgresql.json"))).contains("between");
            aftermath = Aftermath.of(checkout.resolve("baselines"));
            assertThat(second.end(LONGEST)).as(second.output()).isNotZero();
            assertThat(second.output()).contains("was changed while this command ran");
            aftermath.isClean(second);
        }
    }

    @AfterAll
    static void count() {
        System.out.println(Aftermath.count());
    }

    private Victim update(String reason) throws IOException {
        return Victim.maven(folder, checkout, "-Dregatta.baseline=update", "-Dregatta.baseline.reason=" + reason);
    }

    private static void run(Path where, String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(List.of(command)).directory(where.toAbsolutePath().toFile()).inheritIO().start()
                .waitFor()).isZero();
    }
}
