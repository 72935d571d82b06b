package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Counter;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The verdict on one cell and what it rests on.
 *
 * @param cell      the cell
 * @param verdict   the verdict
 * @param decided   whether further pairs could not change it: the experiment stops
 * @param how       what it was compared with, empty when nothing was compared
 * @param candidate the candidate's driver and version, {@code unknown} when there is no measurement
 * @param baseline  the baseline's driver and version, {@code unknown} when there is none
 * @param changes   what differs between the sides of a duel, {@code module old -> new}, JDK and code included; what the
 *                  client is made of first
 * @param pairs     pairs used: those of the deciding look
 * @param forks     forks they come from
 * @param readings  the metrics at that look; empty when nothing was compared
 * @param counts    what was counted of the candidate, beside what it was before
 * @param figures   absolute numbers, empty when nothing sound was measured
 * @param warnings  doubts, and what was counted and seen of pinned virtual threads, that do not change the verdict
 * @param frames    the methods whose share of the stack samples grew most, largest first; empty unless both arms were sampled
 */
public record CellVerdict(CellId cell, Verdict verdict, boolean decided, Optional<ComparisonKind> how, String candidate,
        String baseline, List<String> changes, int pairs, int forks, SortedMap<Metric, MetricReading> readings,
        SortedMap<Counter, CountReading> counts, Optional<CellFigures> figures, List<String> warnings,
        List<GrownFrame> frames) {

    /** Copies the collections. */
    public CellVerdict {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(verdict);
        Objects.requireNonNull(how);
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(baseline);
        changes = List.copyOf(changes);
        readings = Collections.unmodifiableSortedMap(new TreeMap<>(readings));
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        Objects.requireNonNull(figures);
        warnings = List.copyOf(warnings);
        frames = List.copyOf(frames);
    }

    /** What changed in a line: the first changes, {@code a 1 -> 2, b 1 -> 2, c 1 -> 2 and 9 more}. */
    public String changesInShort() {
        return Sentences.inShort(changes);
    }

    /** A verdict without any comparison behind it. */
    static CellVerdict without(CellId cell, Verdict verdict, boolean decided, String candidate, String baseline) {
        return new CellVerdict(cell, verdict, decided, Optional.empty(), candidate, baseline, List.of(), 0, 0,
                new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), List.of());
    }
}
