package dev.regatta.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * The pinning of one arm's virtual threads, or why nothing is known of it.
 *
 * @param arm     the arm
 * @param pins    what was recorded; empty when there is no reading that can be trusted
 * @param absence why there is none in one sentence; empty when there is one
 */
public record Pinning(Arm arm, Optional<Pins> pins, String absence) {

    /** Checks that there is either a reading or a reason. */
    public Pinning {
        Objects.requireNonNull(arm);
        if (pins.isPresent() != absence.isEmpty() || pins.filter(read -> read.operations() == 0).isPresent()) {
            throw new IllegalArgumentException(
                    "the pinning of the " + arm + " arm needs a reading of at least one operation, or the reason why "
                            + "there is none");
        }
    }

    /** A reading. */
    public static Pinning of(Arm arm, Pins pins) {
        return new Pinning(arm, Optional.of(pins), "");
    }

    /** No reading, with the reason. */
    public static Pinning absent(Arm arm, String why) {
        return new Pinning(arm, Optional.empty(), why);
    }
}
