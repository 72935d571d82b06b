package dev.regatta.stats;

/** How small a shift a test could have seen. */
public final class Detectable {

    /** The probability with which the smallest detectable shift would have been found. */
    public static final double POWER = 0.95;

    private Detectable() {
    }

    /**
     * The smallest shift that a one-sided test at {@code level} finds with probability {@value #POWER}:
     * {@code (z(1 - level) + z(0.95)) standardError}, the usual normal approximation.
     */
    public static double shift(double level, double standardError) {
        return (-Quantiles.normal(level) + Quantiles.normal(POWER)) * standardError;
    }
}
