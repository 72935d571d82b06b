package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.regatta.host.ProcessIdentity;
import dev.regatta.host.Session;
import dev.regatta.host.ShortCommand;
import dev.regatta.recipe.Jdk;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

@Execution(ExecutionMode.CONCURRENT)
class ServiceProcessTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    private Path folder;

    private ServiceProcess start(String mode, Duration limit) throws IOException {
        return ServiceProcess.start(ScriptedServices.in(folder.resolve(mode), mode), ScriptedServices.DATABASE,
                start(folder.resolve(mode + ".log"), limit));
    }

    private static ServiceProcess.Start start(Path log, Duration limit) {
        return new ServiceProcess.Start(Optional.empty(), List.of(), Jdk.running(), List.of(), log, limit);
    }

    @Test
    void isReadyWhenItAnswersAndTellsWhatItUses() throws IOException {
        try (ServiceProcess service = start("right", LONG)) {
            var world = URI.create("http://127.0.0.1:" + service.address().getPort() + "/world/7").toURL();
            long before = service.cpuNanos().orElseThrow();
            try (var body = world.openStream()) {
                assertThat(new String(body.readAllBytes(), StandardCharsets.UTF_8)).startsWith("[{\"id\":7,");
            }
            assertThat(service.cpuNanos().orElseThrow()).isGreaterThan(before);
            assertThat(service.privateBytes().orElseThrow()).isBetween(1L << 20, 1L << 32);
            assertThat(service.proportionalBytes().orElseThrow())
                    .isGreaterThanOrEqualTo(service.privateBytes().orElseThrow());
            assertThat(service.compilerNanos()).isPositive();
            assertThat(service.start()).isBetween(Duration.ofMillis(10), LONG);
            assertThat(service.threads()).isNotEmpty();
            assertThat(service.death()).isEmpty();
            assertThat(service.lastWords()).contains("scripted service of somebody in mode right | listening");
        }
    }

    @Test
    void endsWithWhatItSaidLast() throws Exception {
        ServiceProcess service = start("right", LONG);
        ProcessHandle process = ProcessHandle.of(service.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(10, TimeUnit.SECONDS);
        assertThat(service.death().orElseThrow())
                .startsWith("the service scripted/platform ended with exit code 137; its log ends: ")
                .contains("listening");
        service.close();
        assertThat(service.death()).contains("the service scripted/platform was closed by this session");
    }

    @Test
    void isClosedWithItsProcess() throws IOException {
        ServiceProcess service = start("right", LONG);
        assertThat(ProcessHandle.of(service.pid())).isPresent();
        service.close();
        assertThat(ProcessHandle.of(service.pid()).filter(ProcessHandle::isAlive)).isEmpty();
        service.close();
    }

    /** A reading that ended with the first thread that ended meanwhile told a part of the threads as all. */
    @Test
    void ofThreadsThatEndMeanwhileTheOthersAreCounted() throws IOException {
        for (int thread = 1; thread <= 40; thread++) {
            Path task = Files.createDirectories(folder.resolve("task").resolve(Integer.toString(thread)));
            if (thread % 2 == 0) {
                Files.writeString(task.resolve("comm"), "exec-" + thread + "\n");
            }
        }
        assertThat(ServiceProcess.threads(folder.resolve("task"))).containsOnly(entry("exec", 20));
        assertThat(ServiceProcess.threads(folder.resolve("ended"))).isEmpty();
    }

    /** One that was killed cannot remove its own. */
    @Test
    void leavesNoTemporaryFiles() throws Exception {
        ServiceProcess service = start("litters", LONG);
        Path left = Path.of(Files.readAllLines(folder.resolve("litters.log")).get(1));
        assertThat(left).exists();
        ProcessHandle process = ProcessHandle.of(service.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().get(10, TimeUnit.SECONDS);
        assertThat(left).exists();
        service.close();
        assertThat(left).doesNotExist();
    }

    /** As after Ctrl-C, when the next cell of a race begins before the JVM has ended. */
    @Test
    void isNotLeftByAJvmThatEndsWhenItStarts() throws Exception {
        BuiltService built = ScriptedServices.in(folder.resolve("right"), "right");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        ShortCommand ended = jvm(StartsAtExit.class, temporary, built);
        List<ProcessHandle> left = running(built);
        left.forEach(ProcessHandle::destroyForcibly);
        assertThat(left).isEmpty();
        assertThat(ended.output())
                .contains("the service scripted/platform cannot be started: Shutdown in progress");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void isEndedByTheNextRunWhereItsJvmIsKilled() throws Exception {
        BuiltService built = ScriptedServices.in(folder.resolve("right"), "right");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        jvm(IsKilled.class, temporary, built);
        List<ProcessHandle> left = running(built);
        try {
            assertThat(left).hasSize(1);
            Session.sweep(temporary, ProcessIdentity::alive, notice -> {
            });
            left.getFirst().onExit().get(10, TimeUnit.SECONDS);
            assertThat(temporary).isEmptyDirectory();
        } finally {
            left.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private static ShortCommand jvm(Class<?> main, Path temporary, BuiltService built) throws IOException {
        return ShortCommand.run(new ProcessBuilder(Jdk.running().launcher().toString(), "-cp",
                System.getProperty("java.class.path"), "-Djava.io.tmpdir=" + temporary, main.getName(),
                built.folder().toString()).redirectErrorStream(true), LONG);
    }

    private static List<ProcessHandle> running(BuiltService built) {
        return ProcessHandle.allProcesses().filter(process -> process.info().commandLine()
                .filter(line -> line.contains(built.folder().toString())).isPresent()).toList();
    }

    /** A JVM that ends as if it were killed, while its service runs. */
    static final class IsKilled {

        private IsKilled() {
        }

        /** Takes the folder of the service. */
        public static void main(String[] arguments) throws IOException {
            Path built = Path.of(arguments[0]);
            ServiceProcess.start(ScriptedServices.in(built, "right"), ScriptedServices.DATABASE,
                    start(built.resolveSibling("killed.log"), LONG));
            Runtime.getRuntime().halt(137);
        }
    }

    /** A JVM that starts a service when it ends. */
    static final class StartsAtExit {

        private StartsAtExit() {
        }

        /** Takes the folder of the service. */
        public static void main(String[] arguments) {
            Path built = Path.of(arguments[0]);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    ServiceProcess.start(ScriptedServices.in(built, "right"), ScriptedServices.DATABASE,
                            start(built.resolveSibling("exit.log"), LONG));
                } catch (IOException | IllegalStateException e) {
                    System.out.println(e.getMessage());
                }
            }));
        }
    }

    @Test
    void isReadyWhenItAnswersRightly() {
        assertThatThrownBy(() -> start("starts wrong", Duration.ofSeconds(6)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the service scripted/platform was not ready within 6 s (it answers /world/1"
                        + " with another row than the database has); its log ends: ");
    }

    /** As one whose database is a second away. */
    @Test
    void mayTakeItsTimeToAnswer() throws IOException {
        try (ServiceProcess service = start("answers late", LONG)) {
            assertThat(service.start()).isBetween(Duration.ofSeconds(3), LONG);
        }
    }

    @Test
    void thatAcceptsAndDoesNotAnswerIsNotWaitedForLonger() {
        assertThatThrownBy(() -> start("never answers", Duration.ofSeconds(4)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "the service scripted/platform was not ready within 4 s (Read timed out); its log ends: ");
    }

    @Test
    void thatEndsBeforeItAnswersSaysWhy() {
        assertThatThrownBy(() -> start("ends", LONG)).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the service scripted/platform ended with exit code 3 before it answered; its"
                        + " log ends: ")
                .hasMessageContaining("IllegalStateException: no such database")
                .hasMessageNotContaining("somewhere.Deep").hasMessageNotContaining("secret");
    }

    @Test
    void thatNeverAnswersWithRowsIsNotWaitedForLonger() {
        assertThatThrownBy(() -> start("fails", Duration.ofSeconds(6))).isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "the service scripted/platform was not ready within 6 s (it answers /world/1 with"
                                + " status 500); its log ends: ")
                .hasMessageContaining("listening");
    }
}
