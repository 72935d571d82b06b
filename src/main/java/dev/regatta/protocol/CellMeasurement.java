package dev.regatta.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Everything measured of one cell; verdicts are functions of this and the baseline.
 *
 * @param cell    the cell
 * @param setup   what was to be measured
 * @param timed   what was timed
 * @param untimed what was read beside it
 */
public record CellMeasurement(CellId cell, Setup setup, Timed timed, Untimed untimed) {

    /** Checks that every part is present. */
    public CellMeasurement {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(setup);
        Objects.requireNonNull(timed);
        Objects.requireNonNull(untimed);
    }

    /** This measurement with more that was not timed. */
    public CellMeasurement and(Untimed more) {
        return new CellMeasurement(cell, setup, timed, untimed.and(more));
    }

    /**
     * Whether nothing was measured because nothing has to be: the base branch was given, and what the cell depends on
     * is the same there. A client that stood still before its first pair leaves as little behind.
     */
    public boolean spared() {
        return pairs().isEmpty() && forks().isEmpty() && timed.standstills().isEmpty() && failure().isEmpty()
                && !timed.outOfBudget()
                && inputs(Arm.CANDIDATE).isPresent() && inputs(Arm.CANDIDATE).equals(inputs(Arm.BASELINE));
    }

    /** Today's recipe. */
    public Recipe candidate() {
        return setup.candidate();
    }

    /** The baseline's recipe in a duel. */
    public Optional<Recipe> baseline() {
        return setup.baseline();
    }

    /** What {@code arm} depends on; empty where nobody noted it. */
    public Optional<Inputs> inputs(Arm arm) {
        return setup.inputs(arm);
    }

    /** The JVMs that took part. */
    public List<ForkStart> forks() {
        return timed.forks();
    }

    /** The rounds, in run order. */
    public List<Pair> pairs() {
        return timed.pairs();
    }

    /** Why measuring ended early in one sentence, empty when it did not. */
    public Optional<String> failure() {
        return timed.failure();
    }
}
