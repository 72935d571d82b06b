package dev.regatta.baseline;

import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Inputs;
import tools.jackson.databind.annotation.JsonSerialize;

import java.util.Arrays;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What the book holds about one cell in one environment, measured with the recipe of the same file.
 *
 * @param ratios  every metric's ratio to the reference; none where the raw wire does not run the workload
 * @param pairs   how many pairs it rests on
 * @param sets   how many sets they come from
 * @param figures absolute numbers for display
 * @param commit  the commit measured
 * @param date    when, ISO-8601 UTC
 * @param reason  why the baseline was updated
 * @param pinnedParks pinned parks per operation, at least 0; empty where none were recorded, as in files older than
 *                    this
 * @param counts what was counted per operation and decides; empty in files older than this
 * @param inputs what the measured cell depended on; empty in files older than this
 */
public record BookEntry(SortedMap<Metric, StoredRatio> ratios, int pairs, int sets, Figures figures, String commit,
        String date, String reason, @JsonSerialize(contentUsing = SixDecimals.class) Optional<Double> pinnedParks,
        @JsonSerialize(contentUsing = SixDecimals.class) SortedMap<Counter, Double> counts, Optional<Inputs> inputs) {

    /** Checks that every metric is there, or none. */
    public BookEntry {
        ratios = Collections.unmodifiableSortedMap(new TreeMap<>(ratios));
        Objects.requireNonNull(figures, "figures");
        Objects.requireNonNull(commit, "commit");
        Objects.requireNonNull(date, "date");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(inputs, "inputs");
        pinnedParks = pinnedParks.map(SixDecimals::rounded);
        if (pinnedParks.filter(parks -> !(parks >= 0 && parks < 1e9)).isPresent()) {
            throw new IllegalArgumentException(
                    "pinnedParks " + pinnedParks.get() + " is not a finite number of at least 0");
        }
        var rounded = new TreeMap<Counter, Double>();
        counts.forEach((counter, perOperation) -> {
            if (!(perOperation >= 0 && perOperation < 1e15)) {
                throw new IllegalArgumentException(
                        counter.words() + " " + perOperation + " are not a finite number of at least 0");
            }
            rounded.put(counter, SixDecimals.rounded(perOperation));
        });
        counts = Collections.unmodifiableSortedMap(rounded);
        if (!ratios.isEmpty() && !ratios.keySet().containsAll(Arrays.asList(Metric.values()))
                || ratios.containsValue(null)) {
            throw new IllegalArgumentException("ratios of " + ratios.keySet() + " are incomplete, expected all of "
                    + Arrays.toString(Metric.values()) + ", or none where the raw wire did not run");
        }
        if (pairs < 1 || sets < 1) {
            throw new IllegalArgumentException(
                    "an entry of " + pairs + " pairs and " + sets + " sets was not measured");
        }
    }

    /** A metric's ratio to the reference; empty where the raw wire does not run the workload. */
    public Optional<StoredRatio> ratio(Metric metric) {
        return Optional.ofNullable(ratios.get(metric));
    }

    /**
     * How many pairs and sets this entry rests on, in words that follow its name, if an update would refuse so few;
     * else empty.
     */
    public Optional<String> tooShort() {
        return pairs < BaselineUpdate.FEWEST_PAIRS || sets < BaselineUpdate.FEWEST_SETS
                ? Optional.of("rests on " + pairs + " pairs from " + sets + " sets, fewer than "
                        + BaselineUpdate.FEWEST_PAIRS + " or " + BaselineUpdate.FEWEST_SETS + ": "
                        + Baselines.HOW_TO_MEASURE)
                : Optional.empty();
    }
}
