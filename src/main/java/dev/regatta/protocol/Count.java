package dev.regatta.protocol;

/**
 * How much of something was counted over a number of operations. Whole numbers, so that equal counts are equal.
 *
 * @param total      the sum over all operations, at least 0; of a {@linkplain Counter#level() level} its value
 * @param operations how many operations that were, at least 1; of a level 1
 */
public record Count(long total, long operations) {

    /** Checks the ranges. */
    public Count {
        if (total < 0 || operations < 1) {
            throw new IllegalArgumentException(total + " in " + operations + " operations is not a count");
        }
    }

    /** A level: something that does not grow with the operations. */
    public static Count level(long value) {
        return new Count(value, 1);
    }

    /** The total per operation. */
    public double perOperation() {
        return (double) total / operations;
    }
}
