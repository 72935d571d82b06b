package dev.regatta.gate;

import dev.regatta.analysis.Metric;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a branch's own entry of a cell says that it lost against the base branch.
 *
 * @param losses the metrics whose entry is worse than the base's, as logarithms above 0
 * @param reason that the entry gives
 */
public record StatedLoss(SortedMap<Metric, Double> losses, String reason) {

    /** Copies the losses. */
    public StatedLoss {
        losses = Collections.unmodifiableSortedMap(new TreeMap<>(losses));
    }
}
