package dev.regatta.protocol;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What was read of a cell beside what was timed. An arm may be missing everywhere.
 *
 * @param pinning  what an untimed slice of each arm says of its virtual threads; empty for other threadings, and when
 *                 nothing could be timed
 * @param counts   what was counted of each arm's operations
 * @param profiles where the threads of each arm spend their time; empty unless that was asked for
 */
public record Untimed(List<Pinning> pinning, List<Counts> counts, List<Profile> profiles) {

    /** Nothing. */
    public static final Untimed NOTHING = new Untimed(List.of(), List.of(), List.of());

    /** Checks that each arm was read once. */
    public Untimed {
        pinning = List.copyOf(pinning);
        counts = List.copyOf(counts);
        profiles = List.copyOf(profiles);
        once(pinning, Pinning::arm, "pinning was recorded");
        once(counts, Counts::arm, "operations were counted");
        once(profiles, Profile::arm, "stacks were sampled");
    }

    private static <T> void once(List<T> readings, Function<T, Arm> arm, String what) {
        if (readings.stream().map(arm).distinct().count() != readings.size()) {
            throw new IllegalArgumentException("an arm's " + what + " twice");
        }
    }

    /** Counts alone. */
    public static Untimed counted(List<Counts> counts) {
        return new Untimed(List.of(), counts, List.of());
    }

    /** All of this and {@code more}: the counts of an arm that has some already are joined. */
    public Untimed and(Untimed more) {
        var joined = new TreeMap<Arm, Counts>();
        Stream.concat(counts.stream(), more.counts.stream())
                .forEach(read -> joined.merge(read.arm(), read, Counts::and));
        return new Untimed(Stream.concat(pinning.stream(), more.pinning.stream()).toList(),
                List.copyOf(joined.values()), Stream.concat(profiles.stream(), more.profiles.stream()).toList());
    }

    /** What is known of the pinned threads of {@code arm}; empty when nobody looked. */
    public Optional<Pinning> pinning(Arm arm) {
        return pinning.stream().filter(reading -> reading.arm() == arm).findFirst();
    }

    /** What was counted of {@code arm}; empty when nobody counted. */
    public Optional<Counts> counts(Arm arm) {
        return counts.stream().filter(read -> read.arm() == arm).findFirst();
    }

    /** Where the threads of {@code arm} spend their time; empty when nobody looked. */
    public Optional<Profile> profile(Arm arm) {
        return profiles.stream().filter(profile -> profile.arm() == arm).findFirst();
    }
}
