package dev.regatta.junit;

import dev.regatta.gate.CellVerdict;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;

import java.util.Objects;
import java.util.Optional;

/** What was measured of one cell and how it was judged: the parameter of a {@link PerformanceTest} method. */
public final class CellResult {

    private final CellMeasurement measurement;
    private final Optional<CellVerdict> verdict;
    private final boolean strict;
    private boolean asserted;

    /**
     * A result.
     *
     * @param verdict empty when the run measures new baselines and judges nothing
     * @param strict  whether an undecided verdict fails instead of skipping
     */
    CellResult(CellMeasurement measurement, Optional<CellVerdict> verdict, boolean strict) {
        this.measurement = Objects.requireNonNull(measurement);
        this.verdict = Objects.requireNonNull(verdict);
        this.strict = strict;
    }

    /** The cell. */
    public CellId cell() {
        return measurement.cell();
    }

    /** What was measured. */
    public CellMeasurement measurement() {
        return measurement;
    }

    /** The verdict; empty when the run measures new baselines and judges nothing. */
    public Optional<CellVerdict> verdict() {
        return verdict;
    }

    boolean strict() {
        return strict;
    }

    void markAsserted() {
        asserted = true;
    }

    boolean asserted() {
        return asserted;
    }

    @Override
    public String toString() {
        return cell().toString();
    }
}
