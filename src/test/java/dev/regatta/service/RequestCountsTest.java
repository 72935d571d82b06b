package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Untimed;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

@Execution(ExecutionMode.CONCURRENT)
class RequestCountsTest {

    private static final List<Arm> ARMS = List.of(Arm.BASELINE, Arm.CANDIDATE);
    private final List<Duration> holds = new ArrayList<>();

    private List<Counts> counted(Map<Arm, List<Integer>> roundTrips) throws MeasurementFailure {
        return RequestCounts.of(ARMS, (arm, hold) -> {
            holds.add(hold);
            return Untimed.counted(List.of(new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS,
                    new Count(roundTrips.get(arm).get((holds.size() - 1) / 2), 60))), new TreeMap<>())));
        }).counts();
    }

    @Test
    void equalArmsAreCountedOnce() throws MeasurementFailure {
        assertThat(counted(Map.of(Arm.BASELINE, List.of(60), Arm.CANDIDATE, List.of(60)))).hasSize(2);
        assertThat(holds).containsExactly(Duration.ofMillis(1), Duration.ofMillis(1));
    }

    /** A service that was interrupted between two of its requests looks as if it had waited for an answer. */
    @Test
    void aCandidateThatDoesMoreIsCountedAgainAndSoIsItsBaseline() throws MeasurementFailure {
        List<Counts> all = counted(Map.of(Arm.BASELINE, List.of(60, 61), Arm.CANDIDATE, List.of(62, 120))).stream()
                .sorted(Comparator.comparing(counts -> counts.of(Counter.ROUND_TRIPS).orElseThrow().total())).toList();
        assertThat(holds).containsExactly(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(8),
                Duration.ofMillis(8));
        assertThat(all).extracting(counts -> counts.of(Counter.ROUND_TRIPS).orElseThrow().total())
                .containsExactly(61L, 120L);
        assertThat(all).extracting(Counts::arm).containsExactly(Arm.BASELINE, Arm.CANDIDATE);
    }

    @Test
    void whatCannotBeCountedIsNotMore() throws MeasurementFailure {
        List<Counts> all = RequestCounts.of(ARMS, (arm, hold) -> {
            holds.add(hold);
            return Untimed.counted(List.of(arm == Arm.BASELINE
                    ? new Counts(arm, new TreeMap<>(), new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "no relay")))
                    : new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(60, 60))),
                            new TreeMap<>())));
        }).counts();
        assertThat(all).hasSize(2);
        assertThat(holds).hasSize(2);
    }

    @Test
    void anIncreaseThatCannotBeCountedAgainStands() throws MeasurementFailure {
        List<Counts> all = RequestCounts.of(ARMS, (arm, hold) -> Untimed.counted(List.of(hold.toMillis() == 1
                ? new Counts(arm,
                        new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(arm == Arm.CANDIDATE ? 120 : 60, 60))),
                        new TreeMap<>())
                : new Counts(arm, new TreeMap<>(), new TreeMap<>(Map.of(Counter.ROUND_TRIPS, "it was killed"))))))
                .counts();
        assertThat(all).extracting(counts -> counts.of(Counter.ROUND_TRIPS).orElseThrow().total())
                .containsExactlyInAnyOrder(60L, 120L);
    }
}
