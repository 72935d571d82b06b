package dev.regatta.gate;

import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A counter of one cell, now and before.
 *
 * @param counter what was counted
 * @param now     of the candidate
 * @param before  per operation, of the baseline arm or of the book; empty where that has no reading that can be
 *                compared
 */
public record CountReading(Counter counter, Count now, Optional<Double> before) {

    /**
     * An increase of fewer events than this in a slice is tolerated: a pool tests an idle connection with a round trip
     * now and then.
     */
    public static final int FEWEST = 4;

    /** Checks that every part is present. */
    public CountReading {
        Objects.requireNonNull(counter);
        Objects.requireNonNull(now);
        Objects.requireNonNull(before);
    }

    /** Whether it decides and there is more of it than before, beyond its slack. */
    public boolean increased() {
        return before.isPresent() && beyond(now.perOperation(), before.get());
    }

    /** Whether it decides and there is less of it than before, beyond its slack. */
    public boolean decreased() {
        return before.isPresent() && beyond(before.get(), now.perOperation());
    }

    private boolean beyond(double more, double less) {
        return counter.slack().isPresent() && (more - less) * now.operations() >= FEWEST
                && more > less * (1 + counter.slack().getAsDouble());
    }

    /** Whether it differs from before by more than its noise, in either direction. */
    public boolean moved() {
        return before.isPresent() && (counter.slack().isPresent()
                ? increased() || decreased()
                : counter.differs(before.get(), now.perOperation()));
    }

    /** How far it moved: the absolute value of the logarithm of now / before; infinite if one of them is 0. */
    public double distance() {
        return Math.abs(Math.log(now.perOperation() / before.orElseThrow()));
    }

    /**
     * Both numbers in words: {@code 2.0 round trips per operation, was 1.0}; with the percentage where an increase
     * of some percent is tolerated.
     */
    public String words() {
        return counter.phrase(now.perOperation())
                + before.map(was -> ", was " + counter.number(was) + change(was)).orElse("");
    }

    private String change(double was) {
        return counter.weight() == Counter.Weight.EXACT || was == 0
                ? ""
                : String.format(Locale.ROOT, " (%+.1f %%)", 100 * (now.perOperation() / was - 1));
    }
}
