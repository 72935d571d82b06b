package dev.regatta.findings;

/**
 * What a claim says of a ratio.
 *
 * @param atLeast it is more than so many times
 * @param atMost  and less than so many; infinite unless the claim is that there is little difference
 * @param differs the claim is only that it is not 1, in whichever direction
 */
public record Claimed(double atLeast, double atMost, boolean differs) {

    /** The claim that two things differ, without saying which is more. */
    static final Claimed DIFFERENT = new Claimed(1, Double.POSITIVE_INFINITY, true);

    /** The claim that there is little difference. */
    static final Claimed ALIKE = new Claimed(0.8, 1.25, false);

    /** The claim that a ratio is more than this. */
    static Claimed more(double than) {
        return new Claimed(than, Double.POSITIVE_INFINITY, false);
    }

    /** Whether the claim is that there is little difference. */
    boolean alike() {
        return atMost < Double.POSITIVE_INFINITY;
    }

    @Override
    public String toString() {
        return differs
                ? "not " + number(atLeast)
                : alike() ? number(atLeast) + " to " + number(atMost) : "more than " + number(atLeast);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
