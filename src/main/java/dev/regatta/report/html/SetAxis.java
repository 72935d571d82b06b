package dev.regatta.report.html;

import dev.regatta.protocol.Pair;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pairs in run order along an axis, with a gap between the sets. */
final class SetAxis {

    /** Pixels between sets, where there are few. */
    private static final double WIDE = 14;

    private final SortedMap<Integer, Scale> sets = new TreeMap<>();
    private final double gap;

    /**
     * An axis.
     *
     * @param pairs at least one, those of a set next to each other
     */
    SetAxis(List<Pair> pairs, double first, double last) {
        var counts = new TreeMap<Integer, Integer>();
        pairs.forEach(pair -> counts.merge(pair.set(), 1, Integer::sum));
        gap = Math.min(WIDE, (last - first) / 5 / counts.size());
        double perPair = (last - first - gap * (counts.size() - 1)) / pairs.size();
        double start = first;
        for (var set : counts.entrySet()) {
            double end = start + perPair * set.getValue();
            sets.put(set.getKey(), new Scale(0, 1, start, end));
            start = end + gap;
        }
    }

    /** The sets, each with the stretch of the axis its pairs have. */
    SortedMap<Integer, Scale> sets() {
        return Collections.unmodifiableSortedMap(sets);
    }

    /** Pixels between two sets. */
    double gap() {
        return gap;
    }

    /** Where value {@code i} of {@code count} evenly spread values of a set lies. */
    double at(int set, int i, int count) {
        return sets.get(set).at((i + 0.5) / count);
    }
}
