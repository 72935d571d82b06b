package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.load.Clock;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Something dies or stops in each phase of a race. The race ends in time, with a verdict or one sentence that names what
 * failed, never with a false one; no process and no folder is left, and the baselines are what they were.
 */
class RaceFaultsIT {

    private static int tried;
    private static int clean;
    private static int recovered;

    @TempDir
    Path folder;

    /** What happens to whom. */
    private enum Fault {
        /** A worker is killed, as for lack of memory. */
        WORKER_KILLED("KILL", "worker .* ended with exit code 137"),
        /** A worker hangs. */
        WORKER_STOPPED("STOP", "did not answer within|ended no operation"),
        /** The server dies. */
        SERVER_KILLED("KILL", "PostgreSQL .* ended with exit code 137|could not be counted: "),
        /** The server hangs. */
        SERVER_STOPPED("STOP", "did not answer within|ended no operation");

        private final String signal;
        private final String sentence;

        Fault(String signal, String sentence) {
            this.signal = signal;
            this.sentence = sentence;
        }

        private ProcessHandle target(Victim victim, Phase phase) {
            return this == SERVER_KILLED || this == SERVER_STOPPED
                    ? victim.server()
                    : victim.fork(switch (phase) {
                        case FILLING -> "wire-platform-reference-1";
                        case COUNTING -> "-diagnostic";
                        default -> "platform-candidate-1";
                    }).orElseThrow();
        }
    }

    static Stream<Arguments> faults() {
        return Arrays.stream(Fault.values()).flatMap(
                fault -> Stream.of(Phase.FILLING, Phase.WARMING_UP, Phase.SLICES, Phase.COUNTING)
                        .map(phase -> Arguments.of(fault, phase)));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aRaceEndsInASentenceOrRecovers(Fault fault, Phase phase) throws Exception {
        Map<Path, String> before = baselines();
        try (Victim victim = Victim.start(folder)) {
            victim.await(phase);
            Victim.signal(fault.target(victim, phase), fault.signal);
            long struck = Clock.nanos();
            int code = victim.end(Duration.ofSeconds(150));
            String said = victim.output();
            System.out.printf("%s while %s: exit %d after %d s: %s%n", fault, phase, code,
                    (Clock.nanos() - struck) / 1_000_000_000, sentence(said, fault));
            assertThat(code).as(said).isIn(0, 2);
            assertThat(said).doesNotContain("Exception in thread").doesNotContain("\tat ");
            if (code != 0) {
                assertThat(said).containsPattern(fault.sentence);
            }
            nothingIsLeft(victim, before);
            recovered += code == 0 ? 1 : 0;
        }
    }

    @ParameterizedTest
    @MethodSource("signals")
    void aSignalEndsARunWithinFifteenSeconds(String signal, Phase phase) throws Exception {
        Map<Path, String> before = baselines();
        try (Victim victim = Victim.start(folder)) {
            victim.await(phase);
            Victim.signal(victim.itself(), signal);
            int code = victim.end(Duration.ofSeconds(15));
            System.out.printf("SIG%s while %s: exit %d%n", signal, phase, code);
            assertThat(code).isEqualTo(signal.equals("INT") ? 130 : 143);
            nothingIsLeft(victim, before);
        }
    }

    static Stream<Arguments> signals() {
        return Arrays.stream(Phase.values())
                .map(phase -> Arguments.of(phase == Phase.WARMING_UP || phase == Phase.COUNTING
                        ? "INT"
                        : "TERM", phase));
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void afterAKillTheNextRunPasses(Phase phase) throws Exception {
        Map<Path, String> before = baselines();
        try (Victim killed = Victim.start(folder); Victim next = next(killed, phase)) {
            int code = next.end(Duration.ofSeconds(150));
            System.out.printf("SIGKILL while %s: the next run exits %d%n", phase, code);
            assertThat(code).as(next.output()).isIn(0, 2);
            if (code == 2) {
                assertThat(next.output()).as("no verdict for another reason than noise").contains("1 inconclusive");
            }
            nothingIsLeft(killed, before);
            nothingIsLeft(next, before);
        }
    }

    private Victim next(Victim killed, Phase phase) throws Exception {
        killed.await(phase);
        Victim.signal(killed.itself(), "KILL");
        killed.end(Duration.ofSeconds(5));
        return Victim.start(folder);
    }

    @Test
    void aRaceWithoutAFaultPasses() throws Exception {
        Map<Path, String> before = baselines();
        try (Victim victim = Victim.start(folder)) {
            assertThat(victim.end(Duration.ofSeconds(150))).as(victim.output()).isIn(0, 2);
            nothingIsLeft(victim, before);
        }
    }

    @AfterAll
    static void count() {
        System.out.printf("%d runs looked at, %d left nothing behind; %d recovered by themselves%n", tried, clean,
                recovered);
    }

    private static void nothingIsLeft(Victim victim, Map<Path, String> before) throws Exception {
        tried++;
        assertThat(victim.processesLeft()).as("processes left behind").isEmpty();
        assertThat(victim.foldersLeft()).as("folders left behind").isEmpty();
        assertThat(baselines()).isEqualTo(before);
        clean++;
    }

    private static Map<Path, String> baselines() throws IOException {
        var contents = new TreeMap<Path, String>();
        try (Stream<Path> files = Files.list(Path.of("baselines"))) {
            for (Path file : files.toList()) {
                contents.put(file, Files.readString(file));
            }
        }
        assertThat(contents).isNotEmpty();
        return contents;
    }

    private static String sentence(String said, Fault fault) {
        Pattern pattern = Pattern.compile(fault.sentence + "|^1 cell");
        return said.lines().filter(line -> pattern.matcher(line).find()).reduce((first, last) -> last).orElse("?")
                .strip();
    }
}
