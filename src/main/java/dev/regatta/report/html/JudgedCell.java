package dev.regatta.report.html;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Evidence;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.results.MeasuredCell;

import java.util.Optional;

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

    /** What the verdict rests on, if something was compared. Its pairs are unpacked by every call. */
    Optional<Evidence> evidence() {
        return verdict.figures().flatMap(compared -> measured)
                .flatMap(packed -> Evidence.of(verdict, packed.whole()));
    }

    /** Writes the verdict's mark and word. */
    void badge(Markup page) {
        Mark mark = Mark.of(verdict.verdict());
        page.in("span", () -> {
            mark.write(page);
            page.text(" " + verdict.verdict().word());
        }, "class", "badge " + mark.tone());
    }
}
