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
 * @param atLeast the claim says that it is more than so many times; at most 1 over that, where the claim is that it is less
 * @param bound  what bounded both, or why nothing can be told; empty if that is not known
 * @param server whether the database's CPUs were busy for both: then the database was compared with itself
 */
public record Comparison(String what, Optional<Estimate> ratio, double atLeast, String bound, boolean server) {

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
        if (seen.low() > atLeast) {
            return Optional.of(true);
        }
        // A database that is busy for both hides what clients differ in.
        if (server) {
            return Optional.empty();
        }
        return seen.high() < atLeast || seen.low() > 1 / ALIKE && seen.high() < ALIKE
                ? Optional.of(false)
                : Optional.empty();
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
