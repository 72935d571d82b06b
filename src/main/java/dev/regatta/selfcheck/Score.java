package dev.regatta.selfcheck;

import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.Verdict;

import org.apache.commons.statistics.distribution.BetaDistribution;

import java.util.List;

/**
 * What became of the cells of one check.
 *
 * @param cells every judged cell
 */
record Score(List<Judged> cells) {

    /** Copies the list. */
    Score {
        cells = List.copyOf(cells);
    }

    /**
     * One judged cell.
     *
     * @param suite       which suite it belongs to
     * @param cell        what it is
     * @param verdict     the gate's verdict
     * @param pairs       how many pairs that took
     * @param nanos       how long measuring took
     * @param warmUpNanos how much of that was warming up
     * @param alarms      the usual rules that called it worse
     */
    record Judged(int suite, String cell, CellVerdict verdict, int pairs, long nanos, long warmUpNanos,
            List<UsualRule> alarms) {

        boolean regressed() {
            return verdict.verdict() instanceof Verdict.Regressed;
        }

        /** Whether the build fails. */
        boolean failed() {
            return regressed() || verdict.verdict() instanceof Verdict.Invalid;
        }
    }

    /** The share of cells that are told to be worse. */
    double regressed() {
        return share(Verdict.Regressed.class);
    }

    /** The share of cells that fail the build. */
    double failed() {
        return share(cells.stream().filter(Judged::failed).count());
    }

    /** The share of cells with such a verdict. */
    double share(Class<? extends Verdict> verdict) {
        return share(cells.stream().filter(cell -> verdict.isInstance(cell.verdict().verdict())).count());
    }

    /** The share of cells that passed. */
    double passed() {
        return share(cells.stream().filter(cell -> cell.verdict().verdict().good()).count());
    }

    /** The share of cells a usual rule called worse. */
    double alarmed(UsualRule rule) {
        return share(cells.stream().filter(cell -> cell.alarms().contains(rule)).count());
    }

    /** How many suites there are. */
    long suites() {
        return cells.stream().mapToInt(Judged::suite).distinct().count();
    }

    /** In how many suites a cell fails the build. */
    long suitesFailed() {
        return cells.stream().filter(Judged::failed).mapToInt(Judged::suite).distinct().count();
    }

    /** The share of suites in which a usual rule called a cell worse. */
    double suitesAlarmed(UsualRule rule) {
        return cells.stream().filter(cell -> cell.alarms().contains(rule)).mapToInt(Judged::suite).distinct().count()
                / (double) suites();
    }

    /**
     * The share of suites that may fail at most, by what was seen: the one-sided 95 % bound of Clopper and Pearson,
     * 1934.
     */
    double suitesFailedAtMost() {
        long failed = suitesFailed();
        long passed = suites() - failed;
        return passed == 0 ? 1 : BetaDistribution.of(failed + 1.0, passed).inverseCumulativeProbability(0.95);
    }

    /** Minutes of measuring per suite, in the mean. */
    double minutes() {
        return cells.stream().mapToLong(Judged::nanos).sum() / 60e9 / suites();
    }

    /** The share of that which was warming up. */
    double warmUpShare() {
        return cells.stream().mapToLong(Judged::warmUpNanos).sum()
                / (double) cells.stream().mapToLong(Judged::nanos).sum();
    }

    /** Pairs per cell, in the mean. */
    double pairs() {
        return cells.stream().mapToInt(Judged::pairs).average().orElse(0);
    }

    private double share(long count) {
        return cells.isEmpty() ? 0 : count / (double) cells.size();
    }
}
