package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
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
 * @param compared  what the readings compare, empty when nothing was compared
 * @param candidate the candidate's driver and version, {@code unknown} when there is no measurement
 * @param baseline  the baseline's driver and version, {@code unknown} when there is none
 * @param pairs     pairs used: those of the deciding look
 * @param sets     sets they come from
 * @param readings  the metrics at that look; empty when nothing was compared
 * @param counts    the candidate's counts, each beside the value before
 * @param figures   absolute numbers, empty when nothing sound was measured
 * @param warnings  doubts, and what was counted and seen of pinned virtual threads, that do not change the verdict
 * @param frames    the methods whose share of the stack samples grew most, largest first; empty unless both arms were
 *                  sampled
 */
public record CellVerdict(CellId cell, Verdict verdict, boolean decided, Optional<Compared> compared, String candidate,
        String baseline, int pairs, int sets, SortedMap<Metric, MetricReading> readings,
        SortedMap<Counter, CountReading> counts, Optional<CellFigures> figures, List<String> warnings,
        List<GrownFrame> frames) {

    /** This many digits of a digest are shown. */
    private static final int DIGITS = 12;

    /** Copies the collections. */
    public CellVerdict {
        Objects.requireNonNull(cell);
        Objects.requireNonNull(verdict);
        Objects.requireNonNull(compared);
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(baseline);
        readings = Collections.unmodifiableSortedMap(new TreeMap<>(readings));
        counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
        Objects.requireNonNull(figures);
        warnings = List.copyOf(warnings);
        frames = List.copyOf(frames);
    }

    /** What it was compared with; empty when nothing was compared. */
    public Optional<ComparisonKind> how() {
        return compared.map(Compared::how);
    }

    /** What differs between the arms of a duel, as {@link Versions#changes} has it. */
    public List<Change> changes() {
        return compared.map(Compared::versions).map(Versions::changes).orElse(List.of());
    }

    /** The client that ran as the baseline; empty unless two clients raced. */
    public Optional<ClientId> rival() {
        return compared.map(Compared::versions).flatMap(Versions::rival);
    }

    /**
     * The verdict's name with its reason. Of two clients that raced nothing changed: one of them is worse or better than
     * the other, or they are alike.
     */
    public String word() {
        return rival().map(other -> verdict.wordBetweenClients()).orElseGet(verdict::word);
    }

    /** Whether the sentence is worth telling: it is no plain pass, or it answers how two clients differ. */
    public boolean told() {
        return verdict.told() || rival().isPresent();
    }

    /** The same cell with another verdict. */
    CellVerdict with(Verdict other) {
        return new CellVerdict(cell, other, decided, compared, candidate, baseline, pairs, sets, readings, counts,
                figures, warnings, frames);
    }

    /** The verdict on a cell that was not measured, because its inputs are those of the base branch. */
    static CellVerdict spared(CellMeasurement measurement) {
        String driver = Versions.driver(measurement);
        String digest = measurement.inputs(Arm.CANDIDATE).orElseThrow().digest().substring(0, DIGITS);
        return without(measurement.cell(), new Verdict.NotRaced(List.of(), Optional.of(digest)), driver, driver);
    }

    /** A verdict without any comparison behind it. */
    static CellVerdict without(CellId cell, Verdict verdict, String candidate, String baseline) {
        return new CellVerdict(cell, verdict, true, Optional.empty(), candidate, baseline, 0, 0,
                new TreeMap<>(), new TreeMap<>(), Optional.empty(), List.of(), List.of());
    }
}
