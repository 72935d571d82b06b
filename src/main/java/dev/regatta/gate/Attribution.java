package dev.regatta.gate;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What moved together with times that became worse, in either direction: a cause, or another consequence of one. Counts
 * that decide by themselves are told by {@link UntimedEvidence} and not again here.
 */
final class Attribution {

    /** How many are named, those that moved furthest. */
    private static final int MOST = 3;

    private Attribution() {
    }

    /**
     * The end of a sentence about a loss of time: {@code ; with it moved 3.1 context switches per operation, was 1.0 (+210.0 %)},
     * or that nothing did; empty when there is nothing to compare, or what moved has been named.
     *
     * @param causes what has been named
     */
    static String of(Collection<CountReading> readings, List<Cause> causes) {
        if (readings.stream().allMatch(reading -> reading.before().isEmpty())) {
            return "";
        }
        List<CountReading> moved = readings.stream().filter(CountReading::moved)
                .filter(reading -> causes.stream()
                        .noneMatch(cause -> cause.counter().filter(reading.counter()::equals).isPresent()))
                .sorted(Comparator.comparingDouble(CountReading::distance).reversed()).toList();
        if (!moved.isEmpty()) {
            return "; with it moved "
                    + moved.stream().limit(MOST).map(CountReading::words).collect(Collectors.joining(", "));
        }
        return !causes.isEmpty() ? "" : "; nothing that is counted moved with it";
    }
}
