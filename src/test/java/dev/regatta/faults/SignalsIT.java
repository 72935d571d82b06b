package dev.regatta.faults;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A race is ended by a signal in each of its phases, politely or not; it leaves nothing, or the next one removes it.
 */
class SignalsIT {

    private static final Set<Phase> INTERRUPTED = Set.of(Phase.WARMING_UP, Phase.COUNTING, Phase.CLOSING);

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("signals")
    void aSignalEndsARunWithinFifteenSeconds(String signal, Phase phase) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (Victim victim = Victim.start(folder)) {
            victim.await(phase);
            Victim.signal(victim.itself(), signal);
            int code = victim.end(Duration.ofSeconds(15));
            System.out.printf("SIG%s while %s: exit %d%n", signal, phase, code);
            int expected = signal.equals("INT") ? 130 : 143;
            if (phase.compareTo(Phase.WRITING) < 0) {
                assertThat(code).isEqualTo(expected);
            } else {
                assertThat(code).as("ended by the signal, or just before it").isIn(expected, 0, 2);
            }
            aftermath.isClean(victim);
        }
    }

    static Stream<Arguments> signals() {
        return Arrays.stream(Phase.values())
                .map(phase -> Arguments.of(INTERRUPTED.contains(phase) ? "INT" : "TERM", phase));
    }

    @ParameterizedTest
    @EnumSource(Phase.class)
    void afterAKillTheNextRunDecides(Phase phase) throws Exception {
        Aftermath aftermath = Aftermath.of(Path.of("baselines"));
        try (Victim killed = Victim.start(folder)) {
            killed.await(phase);
            Victim.signal(killed.itself(), "KILL");
            killed.end(Duration.ofSeconds(5));
            try (Victim next = Victim.ofACollapse(folder)) {
                int code = next.end(Duration.ofSeconds(150));
                System.out.printf("SIGKILL while %s: the next run exits %d%n", phase, code);
                assertThat(code).as(next.output()).isEqualTo(1);
                assertThat(next.output()).contains("1 cell: 1 regressed");
                aftermath.isClean(killed);
                aftermath.isClean(next);
                Aftermath.recovered();
            }
        }
    }

    @AfterAll
    static void count() {
        System.out.println(Aftermath.count());
    }
}
