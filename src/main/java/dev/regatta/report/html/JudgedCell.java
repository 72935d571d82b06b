package dev.regatta.report.html;

import dev.regatta.analysis.PairedRatios;
import dev.regatta.analysis.Metric;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.ComparisonKind;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.results.MeasuredCell;
import dev.regatta.stats.TrimmedMean;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A cell with its verdict and what was measured of it.
 *
 * @param anchor      where its details are in the page
 * @param verdict     the verdict
 * @param measured    the measurement; empty when there is none
 * @param command     measures it again
 */
record JudgedCell(String anchor, CellVerdict verdict, Optional<MeasuredCell> measured, String command) {

    /** The measurement without its pairs. */
    Optional<CellMeasurement> measurement() {
        return measured.map(MeasuredCell::bare);
    }

    /** The pairs, if they are sound enough to have been compared; empty otherwise. Unpacked by every call. */
    List<Pair> pairs() {
        return verdict.how().isPresent() && verdict.figures().isPresent()
                ? measured.map(MeasuredCell::whole).map(CellMeasurement::pairs).orElse(List.of())
                : List.of();
    }

    /** What the candidate ran against in this run. */
    Arm yardstick() {
        return verdict.how().filter(how -> how == ComparisonKind.BOOK).isPresent() ? Arm.REFERENCE : Arm.BASELINE;
    }

    /**
     * What each pair, or block of pairs, says of each metric that was judged: gains as logarithms, better positive, by fork.
     * Against the book, relative to the stored ratio: shifted so that the judged pairs have the judged estimate.
     *
     * @param pairs those of {@link #pairs()}
     */
    SortedMap<Metric, SortedMap<Integer, double[]>> gains(List<Pair> pairs) {
        if (pairs.isEmpty()) {
            return Collections.emptySortedMap();
        }
        double percentile = verdict.figures().orElseThrow().candidate().tailPercentile();
        var ratios = yardstick() == Arm.REFERENCE
                ? PairedRatios.ofCheck(pairs, Arm.CANDIDATE, yardstick(), percentile)
                : PairedRatios.of(pairs, Arm.CANDIDATE, yardstick(), percentile);
        var gains = new TreeMap<Metric, SortedMap<Integer, double[]>>();
        verdict.readings().forEach((metric, reading) -> {
            var judged = ratios.first(verdict.pairs(), metric).map(ratio -> -metric.loss(ratio));
            if (judged.count() > 0) {
                double shift = -reading.theta() - TrimmedMean.estimateOf(judged.values());
                gains.put(metric, ratios.all(metric).map(ratio -> -metric.loss(ratio) + shift).byFork());
            }
        });
        return Collections.unmodifiableSortedMap(gains);
    }

    /** Writes the verdict's mark and word. */
    void badge(Markup page) {
        Mark mark = Mark.of(verdict.verdict().kind());
        page.in("span", () -> {
            mark.write(page);
            page.text(" " + verdict.verdict().word());
        }, "class", "badge " + mark.tone());
    }
}
