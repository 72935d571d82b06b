package dev.regatta.report.html;

import dev.regatta.protocol.Pair;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Pairs in run order along an axis, with a gap between the forks. */
final class ForkAxis {

    /** Pixels between forks, where there are few. */
    private static final double WIDE = 14;

    private final SortedMap<Integer, Scale> forks = new TreeMap<>();
    private final double gap;

    /**
     * An axis.
     *
     * @param pairs at least one, those of a fork next to each other
     */
    ForkAxis(List<Pair> pairs, double first, double last) {
        var counts = new TreeMap<Integer, Integer>();
        pairs.forEach(pair -> counts.merge(pair.stage(), 1, Integer::sum));
        gap = Math.min(WIDE, (last - first) / 5 / counts.size());
        double perPair = (last - first - gap * (counts.size() - 1)) / pairs.size();
        double start = first;
        for (var fork : counts.entrySet()) {
            double end = start + perPair * fork.getValue();
            forks.put(fork.getKey(), new Scale(0, 1, start, end));
            start = end + gap;
        }
    }

    /** The forks, each with the stretch of the axis its pairs have. */
    SortedMap<Integer, Scale> forks() {
        return Collections.unmodifiableSortedMap(forks);
    }

    /** Pixels between two forks. */
    double gap() {
        return gap;
    }

    /** Where value {@code i} of {@code count} evenly spread values of a fork lies. */
    double at(int fork, int i, int count) {
        return forks.get(fork).at((i + 0.5) / count);
    }
}
