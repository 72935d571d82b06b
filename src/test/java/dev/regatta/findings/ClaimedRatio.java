package dev.regatta.findings;

import dev.regatta.explore.ConfidenceInterval;

import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * One comparison that a claim makes.
 *
 * @param what      what is compared, in words
 * @param measured  whether the exploration is there
 * @param ratio     how many times more; empty where it was not measured, or where too little was seen to tell
 * @param claimed   what the claim says of the ratio
 * @param bound     what bounded both, or why nothing can be told; empty if that is not known
 * @param hidden    why the ratio says nothing for the claim and nothing against it: {@link #DATABASE}, {@link #GENERATOR} or
 *                  {@link #FAILED}; empty as a rule
 * @param points    how many points it rests on, or rounds where clients took turns slice by slice; 0 where that is not
 *                  known
 * @param disturbed how many of them were disturbed by others
 */
public record ClaimedRatio(String what, boolean measured, Optional<ConfidenceInterval> ratio, Claimed claimed,
        String bound, String hidden, long points, long disturbed) {

    /** The database's CPUs were busy for both, and worked as much for an operation of either: it was compared with itself. */
    static final String DATABASE = "the database is the bound";
    /** Operations of either were handed over late. */
    static final String GENERATOR = "the generator was late";
    /** Nothing was decided. */
    static final String OPEN = "open";
    /** Operations of either failed: those that are left are not all that was asked. */
    static final String FAILED = "operations failed";

    /** Checks that nothing is missing. */
    public ClaimedRatio {
        Objects.requireNonNull(what);
        Objects.requireNonNull(ratio);
        Objects.requireNonNull(claimed);
        Objects.requireNonNull(bound);
        Objects.requireNonNull(hidden);
    }

    /** What it says of the claim; empty where it cannot say anything. */
    Optional<Claimed.Reading> reading() {
        return ratio.filter(seen -> hidden.isEmpty()).flatMap(claimed::read);
    }

    /** The ratio with its interval. */
    public String ratioWords() {
        return ratio.map(seen -> String.format(Locale.ROOT, "%.2f [%.2f, %.2f]", seen.value(), seen.low(), seen.high()))
                .orElse(missing(measured));
    }

    /**
     * What follows from it.
     *
     * @param right what was decided of it among the comparisons of its claim
     */
    public String verdict(Optional<Boolean> right) {
        return right.map(yes -> yes ? "yes" : "no")
                .orElse(!measured ? "" : ratio.isPresent() && !hidden.isEmpty() ? hidden : OPEN);
    }

    /** How many of its points were disturbed. */
    public String disturbedWords() {
        return points == 0 ? "" : disturbed + " of " + points;
    }

    /** Why there is no number. */
    static String missing(boolean measured) {
        return measured ? "too little was seen" : ClaimAnswer.NOT_MEASURED.toString();
    }
}
