package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Surroundings;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How much of a measurement was disturbed from outside, as observed passively.
 *
 * @param slices    slices of the compared arms
 * @param disturbed those during which others used more than {@value #FOREIGN_SHARE} of the client or database CPUs, or
 *                  the hypervisor or a quota took more than {@value #STEAL_SHARE} of these
 * @param unread    those for which at least one of these readings is absent
 */
public record Disturbance(int slices, int disturbed, int unread) {

    /** More of a CPU set than this in other hands disturbs a slice: about the noise of a quiet pair. */
    public static final double FOREIGN_SHARE = 0.10;

    /** More stolen time than this disturbs a slice. */
    public static final double STEAL_SHARE = 0.10;

    /** With a larger disturbed share, trimming no longer removes what disturbed: it sets aside 20 % at either end. */
    public static final double TOLERATED_SHARE = 0.25;

    /** Counts over {@code pairs}. */
    public static Disturbance of(List<Pair> pairs, Collection<Arm> arms) {
        var readings = pairs.stream()
                .flatMap(pair -> arms.stream().map(arm -> pair.of(arm).surroundings())).toList();
        return new Disturbance(readings.size(), (int) readings.stream().filter(Disturbance::disturbed).count(),
                (int) readings.stream().filter(Disturbance::unread).count());
    }

    /** Whether more was disturbed than trimming removes. */
    public boolean excessive() {
        return disturbed > TOLERATED_SHARE * slices;
    }

    /** The counts in words. */
    public String words() {
        return String.format(Locale.ROOT,
                "%d of %d slices were disturbed (others used more than %.0f %% of the client or database CPUs, "
                        + "or the hypervisor or a CPU quota took that much)",
                disturbed, slices, 100 * FOREIGN_SHARE);
    }

    /** Whether others took so much of the machine that a slice says little. */
    public static boolean disturbed(Surroundings around) {
        return above(around.foreignOnClientCpus(), FOREIGN_SHARE)
                || above(around.foreignOnDatabaseCpus(), FOREIGN_SHARE) || above(around.steal(), STEAL_SHARE);
    }

    /** Whether a reading of what others took is absent. */
    static boolean unread(Surroundings around) {
        return around.foreignOnClientCpus().isEmpty() || around.foreignOnDatabaseCpus().isEmpty()
                || around.steal().isEmpty();
    }

    private static boolean above(OptionalDouble reading, double limit) {
        // A reading that is not a number is no sign of quiet.
        return reading.isPresent() && !(reading.getAsDouble() <= limit);
    }
}
