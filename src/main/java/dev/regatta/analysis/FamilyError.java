package dev.regatta.analysis;

/**
 * The error of a run: the probability that a run in which nothing changed fails, shared equally by all its hypotheses
 * (Bonferroni).
 */
public final class FamilyError {

    /** Of a whole run. */
    public static final double OF_A_RUN = 0.01;

    private FamilyError() {
    }

    /** How many (cell, metric) hypotheses a run of {@code cells} cells judges. */
    public static int hypotheses(int cells) {
        return Metric.values().length * Math.max(1, cells);
    }

    /** What one hypothesis of {@code hypotheses} may spend of it. */
    public static double each(int hypotheses) {
        return OF_A_RUN / hypotheses;
    }
}
