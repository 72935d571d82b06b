package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

class AnswerHoldTest {

    private static final int OPERATIONS = 60;
    private static final List<Arm> BOTH = List.of(Arm.BASELINE, Arm.CANDIDATE);

    private final List<String> asked = new ArrayList<>();

    @Test
    void equalClientsAreEqualWhateverHoldEachNeeds() throws WrongResults {
        // It sends a second request some milliseconds after the first, and waits for neither.
        var counts = counted(Map.of(Arm.CANDIDATE, Map.of(1L, 120L, 4L, 80L, 16L, 60L),
                Arm.BASELINE, Map.of(1L, 119L, 4L, 81L, 16L, 60L)));
        assertThat(roundTrips(counts)).containsExactly(60L, 60L);
    }

    @Test
    void anIncreaseIsConfirmedMorePatiently() throws WrongResults {
        var chance = counted(Map.of(Arm.CANDIDATE, Map.of(1L, 120L, 4L, 60L), Arm.BASELINE, Map.of(1L, 60L, 4L, 60L)));
        assertThat(roundTrips(chance)).containsExactly(60L, 60L);
        asked.clear();
        var more = counted(Map.of(Arm.CANDIDATE, Map.of(1L, 120L, 4L, 120L), Arm.BASELINE, Map.of(1L, 60L, 4L, 60L)));
        assertThat(roundTrips(more)).containsExactly(60L, 120L);
        assertThat(asked).containsExactly("baseline 1", "candidate 1", "baseline 4", "candidate 4");
    }

    @Test
    void anIncreaseThatIsNotTheSameInEveryOperationIsCountedAgainForBoth() throws WrongResults {
        var counts = counted(Map.of(Arm.CANDIDATE, Map.of(1L, 120L, 4L, 67L, 16L, 60L),
                Arm.BASELINE, Map.of(1L, 60L, 4L, 60L, 16L, 60L)));
        assertThat(roundTrips(counts)).containsExactly(60L, 60L);
        assertThat(asked).endsWith("baseline 16", "candidate 16");
    }

    @Test
    void equalOrFewerNeedNoConfirmation() throws WrongResults {
        counted(Map.of(Arm.CANDIDATE, Map.of(1L, 60L), Arm.BASELINE, Map.of(1L, 120L)));
        assertThat(asked).containsExactly("baseline 1", "candidate 1");
    }

    @Test
    void whatIsNeverTheSameIsCountedThreeTimes() throws WrongResults {
        assertThat(roundTrips(AnswerHold.counted(List.of(Arm.CANDIDATE),
                teller(Map.of(Arm.CANDIDATE, Map.of(1L, 61L, 4L, 62L, 16L, 63L)))))).containsExactly(63L);
        assertThat(asked).containsExactly("candidate 1", "candidate 4", "candidate 16");
    }

    @Test
    void writesThatDifferOrDoNotAddUpAreCountedAgain() throws WrongResults {
        assertThat(timesCounted(new TreeMap<>(Map.of(Counter.WRITES, new Count(60, 60))), Map.of())).isEqualTo(1);
        assertThat(timesCounted(new TreeMap<>(Map.of(Counter.WRITES, new Count(61, 60))), Map.of())).isEqualTo(3);
        assertThat(timesCounted(new TreeMap<>(), Map.of(Counter.WRITES, CountingSlice.ELSEWHERE))).isEqualTo(3);
        assertThat(timesCounted(new TreeMap<>(), Map.of(Counter.WRITES, "no /proc here"))).isEqualTo(1);
    }

    @Test
    void oneMoreWriteIsConfirmedLikeOneMoreRoundTrip() throws WrongResults {
        var counts = AnswerHold.counted(BOTH, (arm, hold, baseline) -> new Counts(arm,
                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(60, 60), Counter.WRITES,
                        new Count(arm == Arm.CANDIDATE && hold.toMillis() == 1 ? 120 : 60, 60))),
                new TreeMap<>()));
        assertThat(counts).hasSize(2)
                .allSatisfy(each -> assertThat(each.of(Counter.WRITES)).contains(new Count(60, 60)));
    }

    private int timesCounted(SortedMap<Counter, Count> values, Map<Counter, String> absences) throws WrongResults {
        asked.clear();
        values.put(Counter.ROUND_TRIPS, new Count(60, 60));
        AnswerHold.counted(List.of(Arm.CANDIDATE), (arm, hold, baseline) -> {
            asked.add(arm + " " + hold.toMillis());
            return new Counts(arm, values, new TreeMap<>(absences));
        });
        return asked.size();
    }

    @Test
    void whatCannotBeCountedIsNotTriedAgain() throws WrongResults {
        var counts = AnswerHold.counted(BOTH, (arm, hold, baseline) -> {
            asked.add(arm + " " + hold.toMillis());
            return UntimedSlices.absent(arm, CountingSlice.READ, "the fork died");
        });
        assertThat(counts).hasSize(2).allSatisfy(each -> assertThat(each.values()).isEmpty());
        assertThat(asked).containsExactly("baseline 1", "candidate 1");
    }

    /** Both would be judged by their times alone, although one did more. */
    @Test
    void anIncreaseThatCannotBeCountedAgainStands() throws WrongResults {
        List<Counts> counts = AnswerHold.counted(BOTH, (arm, hold, baseline) -> hold.toMillis() == 1
                ? new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS,
                        new Count(arm == Arm.CANDIDATE ? 120 : 60, OPERATIONS))), new TreeMap<>())
                : UntimedSlices.absent(arm, CountingSlice.READ, "the time is over"));
        assertThat(roundTrips(counts)).containsExactly(60L, 120L);
    }

    /** The baseline was counted with a longer hold, which may be why it does less. */
    @Test
    void whatWasCountedWithDifferentHoldsDoesNotStandAlone() throws WrongResults {
        List<Counts> counts = AnswerHold.counted(BOTH, (arm, hold, baseline) -> {
            asked.add(arm + " " + hold.toMillis());
            long total = arm == Arm.CANDIDATE ? 120 : hold.toMillis() == 1 ? 61 : 60;
            return asked.size() > 3
                    ? UntimedSlices.absent(arm, CountingSlice.READ, "the time is over")
                    : new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(total, OPERATIONS))),
                            new TreeMap<>());
        });
        assertThat(asked).containsExactly("baseline 1", "baseline 4", "candidate 1", "baseline 4", "candidate 4");
        assertThat(counts).allSatisfy(each -> assertThat(each.values()).isEmpty());
    }

    /** Of operations that are counted one by one, what is nearest to the baseline's count stands for the candidate. */
    @Test
    void theCandidateIsCountedWithWhatTheBaselineDidLast() throws WrongResults {
        AnswerHold.counted(BOTH, (arm, hold, baseline) -> {
            asked.add(arm + " " + baseline.flatMap(counts -> counts.of(Counter.ROUND_TRIPS)).map(Count::total)
                    .orElse(0L));
            long total = (arm == Arm.CANDIDATE ? 2 : 1) * hold.toMillis() * OPERATIONS;
            return new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(total, OPERATIONS))),
                    new TreeMap<>());
        });
        assertThat(asked).containsExactly("baseline 0", "candidate 60", "baseline 0", "candidate 240");
    }

    private List<Counts> counted(Map<Arm, Map<Long, Long>> roundTripsByHold) throws WrongResults {
        return AnswerHold.counted(BOTH, teller(roundTripsByHold));
    }

    private AnswerHold.Teller teller(Map<Arm, Map<Long, Long>> roundTripsByHold) {
        return (arm, hold, baseline) -> {
            asked.add(arm + " " + hold.toMillis());
            return new Counts(arm, new TreeMap<>(Map.of(Counter.ROUND_TRIPS,
                    new Count(roundTripsByHold.get(arm).get(hold.toMillis()), OPERATIONS))), new TreeMap<>());
        };
    }

    private static List<Long> roundTrips(List<Counts> counts) {
        return counts.stream().map(each -> each.of(Counter.ROUND_TRIPS).orElseThrow().total()).toList();
    }
}
