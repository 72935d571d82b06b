package dev.regatta.findings;

import dev.regatta.explore.ConfidenceInterval;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One comparison that a claim makes.
 *
 * @param what    what is compared, in words
 * @param measured whether the exploration is there
 * @param ratio   how many times more; empty where it was not measured, or where too little was seen to tell
 * @param claimed what the claim says of the ratio
 * @param bound   what bounded both, or why nothing can be told; empty if that is not known
 * @param server  whether the database's CPUs were busy for both, and that hides what is compared: then the database was
 *                compared with itself
 */
public record ClaimedRatio(String what, boolean measured, Optional<ConfidenceInterval> ratio, Claimed claimed,
        String bound,
        boolean server) {

    /** An interval within this of 1 shows that there is no difference worth speaking of. */
    private static final double ALIKE = 1.05;

    /** Checks that nothing is missing. */
    public ClaimedRatio {
        Objects.requireNonNull(what);
        Objects.requireNonNull(ratio);
        Objects.requireNonNull(claimed);
        Objects.requireNonNull(bound);
    }

    /** Whether the claim is right about it; empty where that cannot be told. */
    Optional<Boolean> right() {
        if (ratio.isEmpty()) {
            return Optional.empty();
        }
        ConfidenceInterval seen = ratio.get();
        boolean right = seen.low() > claimed.atLeast() && seen.high() < claimed.atMost()
                || claimed.differs() && seen.high() < claimed.atLeast();
        // A database that is busy for both hides what clients differ in, and shows no equality.
        if (server && (claimed.alike() || !right)) {
            return Optional.empty();
        }
        if (right) {
            return Optional.of(true);
        }
        return seen.high() < claimed.atLeast() || seen.low() > claimed.atMost()
                || !claimed.alike() && seen.low() > 1 / ALIKE && seen.high() < ALIKE
                        ? Optional.of(false)
                        : Optional.empty();
    }

    /** The ratio with its interval. */
    public String ratioWords() {
        return ratio.map(seen -> String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", seen.value(), seen.low(), seen.high()))
                .orElse(missing(measured));
    }

    /** What follows from it. */
    public String verdict() {
        return right().map(right -> right ? "yes" : "no")
                .orElse(!measured ? "" : server && ratio.isPresent() ? "the database is the bound" : "open");
    }

    /** Why there is no number. */
    static String missing(boolean measured) {
        return measured ? "too little was seen" : ClaimAnswer.NOT_MEASURED.toString();
    }
}
