package dev.regatta.gate;

import dev.regatta.protocol.CellId;

import java.util.List;
import java.util.stream.Collectors;

/**
 * All that was read beside the times of one cell.
 *
 * @param all the instruments, in the order in which they are told
 */
record UntimedEvidence(List<Instrument> all) {

    /** Whether any of them makes the candidate worse. */
    boolean increased() {
        return !causes().isEmpty();
    }

    /** The verdict where a gain is plain only if the timing alone is {@link Verdict.Improved}. */
    Verdict ruled(CellId cell, Verdict timed, String versions) {
        return ruled(cell, timed, versions, timed instanceof Verdict.Improved);
    }

    /**
     * The verdict when these are taken into account beside the timing; what could not be judged stays so. What is only cost
     * shows in the times, and where these are plainly better and none is worse, that much more was worth it. Where a reading
     * that decides is missing of the candidate alone, good times are no pass.
     *
     * @param timed  by the timing alone
     * @param gained whether a metric is plainly better and none is known to be worse, though the timing may be undecided
     */
    Verdict ruled(CellId cell, Verdict timed, String versions, boolean gained) {
        var causes = causes();
        if (timed instanceof Verdict.Invalid) {
            return timed;
        }
        Verdict ruled = causes.isEmpty()
                ? timed
                : gained && !(timed instanceof Verdict.Regressed) && causes.stream().allMatch(Cause::cost)
                        ? madeUpFor(cell, timed, versions, words(causes))
                        : worse(cell, timed, versions, causes);
        var missing = all.stream().flatMap(instrument -> instrument.missing().stream()).toList();
        return ruled.good() && !missing.isEmpty()
                ? new Verdict.Inconclusive(
                        cell + ": by its timing " + ruled.word() + ", but " + String.join("; ", missing)
                                + "; the baseline has that, so that more of it cannot be ruled out")
                : ruled;
    }

    private static Verdict madeUpFor(CellId cell, Verdict timed, String versions, String more) {
        return new Verdict.Improved((timed instanceof Verdict.Improved
                ? timed.reason()
                : cell + ": plainly better in time " + versions) + "; " + more + ", which this makes up for");
    }

    private static Verdict worse(CellId cell, Verdict timed, String versions, List<Cause> causes) {
        String more = words(causes);
        String places = causes.stream().map(Cause::where).collect(Collectors.joining());
        return timed instanceof Verdict.Regressed slower
                ? new Verdict.Regressed(slower.reason() + "; " + more + places, slower.metrics(), causes)
                : new Verdict.Regressed(cell + ": " + more + " " + versions + places + "; by its timing alone "
                        + timed.word(), List.of(), causes);
    }

    private static String words(List<Cause> causes) {
        return causes.stream().map(Cause::what).collect(Collectors.joining(", "));
    }

    /** What they saw. */
    List<String> notes() {
        return all.stream().flatMap(instrument -> instrument.notes().stream()).toList();
    }

    /** What makes the candidate worse. */
    List<Cause> causes() {
        return all.stream().flatMap(instrument -> instrument.causes().stream()).toList();
    }
}
