package dev.regatta.report.html;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Evidence;
import dev.regatta.protocol.CellMeasurement;

import java.util.Optional;

/**
 * A cell with its verdict and what was measured of it.
 *
 * @param anchor      where its details are in the page
 * @param verdict     the verdict
 * @param measurement the measurement; empty when there is none
 * @param command     measures it again
 */
record JudgedCell(String anchor, CellVerdict verdict, Optional<CellMeasurement> measurement, String command) {

    /** What the verdict rests on, if something was compared. */
    Optional<Evidence> evidence() {
        return verdict.figures().flatMap(compared -> measurement)
                .flatMap(measured -> Evidence.of(verdict, measured));
    }

    /** Writes the verdict's mark and word. */
    void badge(Markup page) {
        Mark mark = Mark.of(verdict.verdict());
        page.in("span", () -> {
            mark.write(page);
            page.text(" " + verdict.word());
        }, "class", "badge " + mark.tone());
    }
}
