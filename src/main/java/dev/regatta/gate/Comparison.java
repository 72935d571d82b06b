package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Tail;
import dev.regatta.baseline.BookEntry;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A way to compare the candidate with the past. */
sealed interface Comparison permits Duel, ShortCheck {

    /** Which way this is. */
    ComparisonKind how();

    /** The arms whose slices it uses. */
    List<Arm> arms();

    /** The compared arms, pair by pair. */
    PairedRatios ratios();

    /** The percentile and blocks it uses for the tail. */
    default Tail tail() {
        return ratios().tail();
    }

    /**
     * The sets among the first {@code pairs} pairs that do not count, because they were disturbed while others were
     * not.
     */
    default Set<Integer> setAside(int pairs) {
        return ratios().disturbedSets(pairs);
    }

    /**
     * What is known of a metric after the first {@code pairs} pairs; empty while the tail has fewer than six blocks.
     */
    Optional<Estimate> estimate(Metric metric, int pairs);

    /**
     * The same with the sets that are set aside. Only conclusions that no disturbance can feign may rest on it.
     */
    default Optional<Estimate> estimateInNoise(Metric metric, int pairs) {
        return estimate(metric, pairs);
    }

    /** What the baseline's files hold of a cell in the environment that this uses; empty where they hold nothing. */
    Optional<BookEntry> entry(CellId cell);
}
