package dev.regatta.selfcheck;

import dev.regatta.baseline.Calibration;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.results.MeasuredRun;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs in which every cell raced against itself: ordinary results, as {@code regatta calibrate --record} leaves them.
 *
 * @param runs the runs
 */
public record Recording(List<MeasuredRun> runs) {

    /** A set with fewer pairs is too short to be resampled. */
    static final int FEWEST_PAIRS = 32;

    /** Sets per cell below which a recording does not show how forks differ. */
    static final int FEWEST_SETS = 2;

    /**
     * Checks that the runs are complete and that each cell raced against itself.
     *
     * @throws IllegalArgumentException in one sentence, naming the cell, when a run is not such a one or is too short
     */
    public Recording {
        runs = List.copyOf(runs);
        if (runs.isEmpty() || runs.stream().anyMatch(run -> run.cells().isEmpty())) {
            throw refusal("a run without any cell shows no noise");
        }
        Calibration.repeated(runs).ifPresent(twice -> {
            throw refusal(twice);
        });
        for (MeasuredRun run : runs) {
            if (!run.facts().complete()) {
                throw refusal("the run of " + run.facts().started() + " was interrupted");
            }
            run.cells().stream().forEach(Recording::check);
        }
    }

    private static void check(CellMeasurement cell) {
        Calibration.otherArm(cell).ifPresent(other -> {
            throw refusal(other);
        });
        if (cell.failure().isPresent()) {
            throw refusal(cell.cell() + ": " + cell.failure().get());
        }
        var sets = cell.pairs().stream().collect(Collectors.groupingBy(Pair::set, Collectors.counting()));
        if (sets.size() < FEWEST_SETS || sets.values().stream().anyMatch(pairs -> pairs < FEWEST_PAIRS)) {
            throw refusal(cell.cell() + " has sets of " + sets.values() + " pairs, expected at least "
                    + FEWEST_SETS + " of at least " + FEWEST_PAIRS);
        }
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException(
                "this is no recording: " + why + "; record with `regatta calibrate --record`");
    }
}
