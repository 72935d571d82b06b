package dev.regatta.doctor;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.gate.Looks;
import dev.regatta.protocol.CellMeasurement;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures in the sets of a duel until a fixed time, whatever the pairs show. Fresh forks are not started when their
 * warm-up would not be over by then.
 *
 * @param endNanos when, by {@code clock}
 * @param clock    nanoseconds
 */
record FixedTime(long endNanos, LongSupplier clock) implements StoppingRule {

    /** What two fresh forks and their warm-up take. */
    private static final long FRESH_SET_NANOS = 12_000_000_000L;

    @Override
    public Set<Integer> looks() {
        return IntStream.rangeClosed(Looks.FIRST, Looks.LAST).boxed().collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<Integer> sets() {
        return Collections.nCopies(Looks.LAST / Looks.USUAL_SET, Looks.USUAL_SET);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        long left = endNanos - clock.getAsLong();
        boolean over = left <= (soFar.pairs().size() % Looks.USUAL_SET == 0 ? FRESH_SET_NANOS : 0);
        return new Ruling(over, over ? "time is up" : left / 1_000_000_000 + " s left");
    }
}
