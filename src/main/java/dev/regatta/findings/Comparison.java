package dev.regatta.findings;

import dev.regatta.explore.Estimate;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One comparison that a claim makes.
 *
 * @param what   what is compared, in words
 * @param ratio  how many times more; empty where it was not measured
 * @param atLeast the claim says that it is more than so many times
 * @param atMost  and less than so many; infinite unless the claim is that there is little difference
 * @param bound  what bounded both, or why nothing can be told; empty if that is not known
 * @param server whether the database's CPUs were busy for both: then the database was compared with itself
 */
public record Comparison(String what, Optional<Estimate> ratio, double atLeast, double atMost, String bound,
        boolean server) {

    /** An interval within this of 1 shows that there is no difference worth speaking of. */
    private static final double ALIKE = 1.05;

    /** Checks that nothing is missing. */
    public Comparison {
        Objects.requireNonNull(what);
        Objects.requireNonNull(ratio);
        Objects.requireNonNull(bound);
    }

    /** Whether the claim is right about it; empty where that cannot be told. */
    Optional<Boolean> right() {
        if (ratio.isEmpty()) {
            return Optional.empty();
        }
        Estimate seen = ratio.get();
        // A database that is busy for both hides what clients differ in, and shows no equality.
        if (server && (alike() || seen.low() <= atLeast)) {
            return Optional.empty();
        }
        if (seen.low() > atLeast && seen.high() < atMost) {
            return Optional.of(true);
        }
        return seen.high() < atLeast || seen.low() > atMost
                || !alike() && seen.low() > 1 / ALIKE && seen.high() < ALIKE
                        ? Optional.of(false)
                        : Optional.empty();
    }

    private boolean alike() {
        return atMost < Double.POSITIVE_INFINITY;
    }

    /** What the claim says of the ratio. */
    String claimed() {
        return alike() ? number(atLeast) + " to " + number(atMost) : "more than " + number(atLeast);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** The ratio with its interval. */
    String ratioWords() {
        return ratio.map(seen -> String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", seen.value(), seen.low(), seen.high()))
                .orElse("not measured");
    }

    /** What follows from it. */
    String verdict() {
        return right().map(right -> right ? "yes" : "no")
                .orElse(ratio.isEmpty() ? "not measured" : server ? "the database is the bound" : "open");
    }
}
