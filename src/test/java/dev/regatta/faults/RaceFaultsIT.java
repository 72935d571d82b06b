package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.regatta.load.Clock;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Something dies or stops in each phase of a race. The race ends in time, with a verdict or one sentence that names
 * what failed, never with a false one; no process and no folder is left, and the baselines are what they were.
 */
class RaceFaultsIT {

    private static final Duration LONGEST = Duration.ofSeconds(150);

    @TempDir
    Path folder;

    /** What happens to whom. */
    private enum Fault {
        /** A worker is killed, as for lack of memory. */
        WORKER_KILLED("KILL", "worker .* ended with exit code 137"),
        /** A worker hangs. */
        WORKER_STOPPED("STOP", "did not answer within|the \\w+ takes [0-9]+ s and more for"),
        /** The server dies. */
        SERVER_KILLED("KILL", "(PostgreSQL|MariaDB) .* ended with exit code 137|could not be counted: "),
        /** The server hangs, with all its processes: one process more or less of it need not be missed. */
        SERVER_STOPPED("STOP",
                "did not answer within|the \\w+ takes [0-9]+ s and more for|Socket timeout when connecting"),
        /** What makes the way to the server longer dies. */
        RELAY_KILLED("KILL", "the relay that adds latency ended with exit code 137"),
        /** What makes the way to the server longer hangs. */
        RELAY_STOPPED("STOP", "did not answer within|the \\w+ takes [0-9]+ s and more for");

        private final String signal;
        private final String sentence;

        Fault(String signal, String sentence) {
            this.signal = signal;
            this.sentence = sentence;
        }

        private boolean ofTheRelay() {
            return this == RELAY_KILLED || this == RELAY_STOPPED;
        }

        private Victim start(Path folder) throws IOException {
            return ofTheRelay()
                    ? Victim.start(folder, Map.of(), "--database", "embedded", "--latency", "100us")
                    : Victim.start(folder);
        }

        private List<ProcessHandle> targets(Victim victim, Phase phase) {
            ProcessHandle main = target(victim, phase);
            return this == SERVER_STOPPED
                    ? Stream.concat(Stream.of(main), main.descendants()).toList()
                    : List.of(main);
        }

        private ProcessHandle target(Victim victim, Phase phase) {
            return switch (this) {
                case SERVER_KILLED, SERVER_STOPPED -> victim.server();
                case RELAY_KILLED, RELAY_STOPPED -> victim.relay();
                case WORKER_KILLED, WORKER_STOPPED -> victim.fork(switch (phase) {
                    case FILLING -> "wire-platform-reference-1";
                    case COUNTING -> "-diagnostic";
                    default -> "platform-candidate-1";
                }).orElseThrow();
            };
        }
    }

    static Stream<Arguments> phases() {
        return Arrays.stream(Fault.values()).flatMap(
                fault -> Stream.of(Phase.FILLING, Phase.WARMING_UP, Phase.COUNTING)
                        // The relay starts when all is filled, and nobody counts through it.
                        .filter(phase -> !fault.ofTheRelay() || phase == Phase.WARMING_UP)
                        .map(phase -> Arguments.of(fault, phase)));
    }

    static Stream<Arguments> phasesOnMariaDb() {
        return Stream.of(Fault.SERVER_KILLED, Fault.SERVER_STOPPED)
                .flatMap(fault -> Stream.of(Phase.FILLING, Phase.WARMING_UP, Phase.SLICES, Phase.COUNTING)
                        .map(phase -> Arguments.of(fault, phase)));
    }

    @ParameterizedTest
    @EnumSource
    void whileItIsTimed(Fault fault) throws Exception {
        aRaceEndsInASentenceOrRecovers(fault, Phase.SLICES, fault.start(folder));
    }

    @ParameterizedTest
    @MethodSource("phases")
    void inAnotherPhase(Fault fault, Phase phase) throws Exception {
        aRaceEndsInASentenceOrRecovers(fault, phase, fault.start(folder));
    }

    @ParameterizedTest
    @MethodSource("phasesOnMariaDb")
    void onMariaDb(Fault fault, Phase phase) throws Exception {
        aRaceEndsInASentenceOrRecovers(fault, phase, Victim.onMariaDb(folder));
    }

    private static void aRaceEndsInASentenceOrRecovers(Fault fault, Phase phase, Victim started) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (Victim victim = started) {
            victim.await(phase);
            for (ProcessHandle struck : fault.targets(victim, phase)) {
                Victim.signal(struck, fault.signal);
            }
            String said = ended(victim, fault + " while " + phase, fault.sentence);
            aftermath.isClean(victim);
            assertThat(said).doesNotContain("Exception in thread").doesNotContain("\tat ");
        }
    }

    @Test
    void aFullDiskIsSaidAndTheCellIsJudged() throws Exception {
        Path results = Files.createDirectory(folder.resolve("results"));
        assumeTrue(0 == run("mount", "-t", "tmpfs", "-o", "size=3m", "regatta-faults", results.toString()),
                "only root can make a small disk");
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (Victim victim = Victim.start(folder)) {
            victim.await(Phase.SLICES);
            fill(results.resolve("filler"));
            String said = ended(victim, "a full disk while " + Phase.SLICES, "[Nn]o space left on device");
            aftermath.isClean(victim);
            assertThat(said).containsPattern(Victim.MEASURED).doesNotContain("\tat ");
        } finally {
            assertThat(run("umount", "--lazy", results.toString())).isZero();
        }
    }

    @Test
    void aRaceWithoutAFaultPasses() throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (Victim victim = Victim.start(folder)) {
            assertThat(victim.end(LONGEST)).as(victim.output()).isIn(0, 2);
            aftermath.isClean(victim);
        }
    }

    @AfterAll
    static void count() {
        System.out.println(Aftermath.count());
    }

    /** Waits for the end, which must be a pass or no verdict with its sentence, and answers what was said. */
    private static String ended(Victim victim, String what, String sentence) throws InterruptedException {
        long struck = Clock.nanos();
        int code = victim.end(LONGEST);
        String said = victim.output();
        Pattern pattern = Pattern.compile(sentence + "|^1 cell");
        System.out.printf("%s: exit %d after %d s: %s%n", what, code, (Clock.nanos() - struck) / 1_000_000_000,
                said.lines().filter(line -> pattern.matcher(line).find()).reduce((first, last) -> last).orElse("?")
                        .strip());
        assertThat(code).as(said).isIn(0, 2);
        if (code == 0) {
            Aftermath.recovered();
        } else {
            assertThat(said).containsPattern(sentence);
        }
        return said;
    }

    private static void fill(Path file) {
        byte[] block = "nothing\n".repeat(512).getBytes(StandardCharsets.US_ASCII);
        try (var out = Files.newOutputStream(file)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("No space left");
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(List.of(command)).inheritIO().start().waitFor();
    }
}
