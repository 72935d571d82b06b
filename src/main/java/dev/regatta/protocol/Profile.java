package dev.regatta.protocol;

import java.util.Objects;
import java.util.Optional;

/**
 * Where the threads of one arm spend their time, from an untimed slice, or why nothing is known of it.
 *
 * @param arm     the arm
 * @param file    the recording, kept for tools that show more; empty when there is none
 * @param samples what is in it; empty when there is no reading
 * @param absence why there is none in one sentence; empty when there is one
 */
public record Profile(Arm arm, String file, Optional<StackSamples> samples, String absence) {

    /** Checks that there is either a reading or a reason. */
    public Profile {
        Objects.requireNonNull(arm);
        Objects.requireNonNull(file);
        if (samples.isPresent() != absence.isEmpty() || samples.filter(read -> read.count() == 0).isPresent()) {
            throw new IllegalArgumentException("the profile of the " + arm
                    + " arm needs at least one sample, or the reason why there is none");
        }
    }

    /** A reading. */
    public static Profile of(Arm arm, String file, StackSamples samples) {
        return new Profile(arm, file, Optional.of(samples), "");
    }

    /** No reading, with the reason. */
    public static Profile absent(Arm arm, String why) {
        return new Profile(arm, "", Optional.empty(), why);
    }
}
