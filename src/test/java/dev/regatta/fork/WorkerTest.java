package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.host.ProcessIdentity;
import dev.regatta.host.Session;
import dev.regatta.host.ShortCommand;
import dev.regatta.host.Signal;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Command;
import dev.regatta.recipe.Jdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Scripted processes in place of worker JVMs: what the judge makes of their silence, noise and death. */
@Execution(ExecutionMode.CONCURRENT)
class WorkerTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String READY = "echo '{\"answer\":\"ready\",\"pid\":1,\"jdk\":\"25\"}'; read line; ";

    @TempDir
    Path folder;

    @Test
    void anAnswerIsRead() throws Exception {
        try (Worker worker = start(READY + "echo '{\"answer\":\"rows\",\"rows\":[[\"1\"]]}'; read line")) {
            assertThat(ask(worker, LIMIT)).isEqualTo(new Answer.Rows(List.of(List.of("1"))));
        }
    }

    @Test
    void aWorkerThatExitsSuccessfullyWithoutAnAnswerIsAFailure() throws Exception {
        try (Worker worker = start(READY + "echo 'out of luck' >&2; exit 0")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).isInstanceOf(MeasurementFailure.class)
                    .hasMessageContaining("worker test ended with exit code 0 without an answer")
                    .hasMessageContaining("out of luck");
        }
    }

    @Test
    void aKilledWorkerIsAFailure() throws Exception {
        try (Worker worker = start(READY + "kill -9 $$")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("ended with exit code 137")
                    .satisfies(failure -> assertThat(((MeasurementFailure) failure).file())
                            .contains(folder.resolve("test.log")));
        }
    }

    /** As in {@code idle}, where each arm is paused while the other one is timed. */
    @Test
    void oneThatWasKilledWhileItWasPausedIsNamedWithItsLog() throws Exception {
        try (Worker worker = start("echo 'out of memory' >&2; " + READY + "read line")) {
            worker.introduce();
            worker.send(Signal.STOP);
            worker.kill();
            assertThatThrownBy(() -> worker.send(Signal.CONT))
                    .hasMessageContaining("ended with exit code 137").hasMessageContaining("out of memory")
                    .satisfies(failure -> assertThat(((MeasurementFailure) failure).file())
                            .contains(folder.resolve("test.log")));
        }
    }

    @Test
    void aSilentWorkerIsAskedForItsThreadsAndKilled() throws Exception {
        try (Worker worker = start("trap 'echo Full thread dump' QUIT; " + READY + "while :; do sleep 0.1; done")) {
            assertThatThrownBy(() -> ask(worker, Duration.ofMillis(300)))
                    .hasMessageContaining("did not answer within 0.3 s and was killed")
                    .hasMessageContaining("test-threads.txt").satisfies(
                            failure -> assertThat(new MeasurementFailure("again", failure).file())
                                    .contains(folder.resolve("test-threads.txt")));
            assertThat(Files.readString(folder.resolve("test-threads.txt"))).contains("Full thread dump");
        }
    }

    @Test
    void noiseOnStandardOutputIsNamed() throws Exception {
        try (Worker worker = start(READY + "echo 'driver says hello'; read line")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("wrote something else than an answer")
                    .satisfies(failure -> assertThat(((MeasurementFailure) failure).file()).isEmpty());
        }
    }

    /** It is JSON, and no answer. */
    @Test
    void nullOnStandardOutputIsNoise() throws Exception {
        try (Worker worker = start(READY + "echo null; read line")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).isInstanceOf(MeasurementFailure.class)
                    .hasMessageContaining("wrote something else than an answer").hasMessageContaining("'null'");
            assertThat(worker.alive()).isFalse();
        }
    }

    @Test
    void aReportedFailureBecomesTheSentenceAndItsTraceGoesToTheLog() throws Exception {
        try (Worker worker = start(
                READY + "echo '{\"answer\":\"failed\",\"problem\":\"wrong password\",\"trace\":\"at X\"}'; read line")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("worker test: wrong password");
            assertThat(Files.readString(folder.resolve("test.log"))).contains("at X");
        }
    }

    @Test
    void ofALogThatIsLongOnlyTheEndIsRead() throws Exception {
        try (Worker worker = start(READY + "head -c 50000000 /dev/zero | tr '\\0' x >&2; echo >&2;"
                + " echo 'out of memory' >&2; exit 3")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("ended with exit code 3")
                    .hasMessageContaining("out of memory").message().hasSizeLessThan(10_000);
        }
    }

    @Test
    void aLineWithoutEndIsNotCollectedForEver() throws Exception {
        try (Worker worker = start(READY + "head -c 100000000 /dev/zero | tr '\\0' x; read line")) {
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("wrote something else than an answer");
            assertThat(worker.alive()).isFalse();
        }
    }

    @Test
    void whoeverDoesNotIntroduceItselfIsKilled() throws Exception {
        assertThatThrownBy(() -> Worker.start("test", List.of("sh", "-c", "echo $$ > " + folder + "/pid; sleep 60"),
                folder.resolve("test.log"), Duration.ofMillis(500))).hasMessageContaining("did not answer");
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    }

    @Test
    void theLogOfAForkThatFailedOutlivesTheNextOfItsName() throws Exception {
        start(READY + "echo 'out of luck' >&2").close();
        start(READY + "echo 'better' >&2").close();
        assertThat(folder.resolve("test.log")).hasContent("out of luck\nbetter");
    }

    @Test
    void aWorkerLivesUntilItEnds() throws Exception {
        try (Worker worker = start(READY)) {
            assertThat(worker.alive()).isTrue();
            assertThatThrownBy(() -> ask(worker, LIMIT)).hasMessageContaining("ended with exit code 0");
            assertThat(worker.alive()).isFalse();
        }
    }

    @Test
    void aProgramThatCannotBeStartedIsAFailure() {
        assertThatThrownBy(() -> Worker.start("test", List.of("/no/such/java"), folder.resolve("test.log"), LIMIT))
                .isInstanceOf(MeasurementFailure.class).hasMessageContaining("could not be started");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStoppedWorkerIsEndedWithItsJvmOrByTheNextRun(boolean killed) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        ShortCommand jvm = ShortCommand.run(new ProcessBuilder(Jdk.running().launcher().toString(), "-cp",
                System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + temporary, StopsItsWorker.class.getName(),
                folder.resolve("test.log").toString(), Boolean.toString(killed)), LIMIT);
        Optional<ProcessHandle> worker = ProcessHandle.of(Long.parseLong(jvm.output().strip()));
        try {
            assertThat(worker.filter(ProcessHandle::isAlive).isPresent()).isEqualTo(killed);
            Session.sweep(temporary, ProcessIdentity::alive, notice -> {
            });
            assertThat(worker.filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(temporary).isEmptyDirectory();
        } finally {
            worker.ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** A JVM that ends, as if it were killed or not, while its worker is stopped. */
    static final class StopsItsWorker {

        private StopsItsWorker() {
        }

        /** Takes the log of the worker, and whether it ends as if it were killed; prints the worker's process id. */
        public static void main(String[] arguments) throws Exception {
            long pid = start("echo \"{\\\"answer\\\":\\\"ready\\\",\\\"pid\\\":$$,\\\"jdk\\\":\\\"25\\\"}\"; read line",
                    Path.of(arguments[0])).introduction().pid();
            Signal.STOP.to(pid);
            System.out.println(pid);
            if (Boolean.parseBoolean(arguments[1])) {
                Runtime.getRuntime().halt(137);
            }
            System.exit(0);
        }
    }

    private static Worker start(String script, Path log) throws MeasurementFailure {
        return Worker.start("test", List.of("bash", "-c", script), log, LIMIT);
    }

    private Worker start(String script) throws MeasurementFailure {
        return start(script, folder.resolve("test.log"));
    }

    private static Answer.Rows ask(Worker worker, Duration limit) throws MeasurementFailure {
        return worker.ask(new Command.Check(1, 1), Answer.Rows.class, limit);
    }
}
