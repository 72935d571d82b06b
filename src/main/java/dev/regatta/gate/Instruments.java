package dev.regatta.gate;

import dev.regatta.protocol.CellId;

import java.util.List;
import java.util.stream.Collectors;

/**
 * All that was read beside the times of one cell.
 *
 * @param all the instruments, in the order in which they are told
 */
record Instruments(List<Instrument> all) {

    /** Whether any of them makes the candidate worse. */
    boolean increased() {
        return !causes().isEmpty();
    }

    /**
     * The verdict when these are taken into account beside the timing; what could not be judged stays so. Bytes cost time, and
     * where the times are better and none is worse, that many more were worth it. Where a reading that decides is missing of
     * the candidate alone, good times are no pass.
     */
    Verdict ruled(CellId cell, Verdict timed, String versions) {
        var causes = causes();
        var missing = all.stream().flatMap(instrument -> instrument.missing().stream()).toList();
        if (causes.isEmpty() && timed.good() && !missing.isEmpty()) {
            return new Verdict.Inconclusive(
                    cell + ": by its timing " + timed.word() + ", but " + String.join("; ", missing)
                            + "; the baseline has that, so that more of it cannot be ruled out");
        }
        if (causes.isEmpty() || timed instanceof Verdict.Invalid) {
            return timed;
        }
        String more = causes.stream().map(Instrument.Cause::what).collect(Collectors.joining(", "));
        if (timed instanceof Verdict.Improved && causes.stream().allMatch(Instrument.Cause::cost)) {
            return new Verdict.Improved(timed.reason() + "; " + more + ", which this makes up for");
        }
        String places = causes.stream().map(Instrument.Cause::where).collect(Collectors.joining());
        return timed instanceof Verdict.Regressed slower
                ? new Verdict.Regressed(slower.reason() + "; " + more + places, slower.metrics())
                : new Verdict.Regressed(cell + ": " + more + " " + versions + places + "; by its timing alone "
                        + timed.word(), List.of());
    }

    /** What they saw. */
    List<String> notes() {
        return all.stream().flatMap(instrument -> instrument.notes().stream()).toList();
    }

    /** What makes the candidate worse. */
    List<Instrument.Cause> causes() {
        return all.stream().flatMap(instrument -> instrument.causes().stream()).toList();
    }
}
