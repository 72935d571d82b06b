package dev.regatta.protocol;

import java.util.Objects;

/** One arm's slice within a pair, with what was observed around it. */
public record ArmSlice(Arm arm, Slice slice, Surroundings surroundings) {

    /** Checks that every part is present. */
    public ArmSlice {
        Objects.requireNonNull(arm);
        Objects.requireNonNull(slice);
        Objects.requireNonNull(surroundings);
    }
}
