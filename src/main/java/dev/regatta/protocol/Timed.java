package dev.regatta.protocol;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What was timed of a cell, and how timing ended.
 *
 * @param sliceMillis length of a slice including its dropped start
 * @param forks       the JVMs that took part
 * @param pairs       the rounds, in run order
 * @param standstills the sets in which one arm of a duel was given up; empty as a rule
 * @param failure     why measuring ended early in one sentence, empty when it did not
 * @param outOfBudget whether the time budget ended measuring
 */
public record Timed(int sliceMillis, List<ForkStart> forks, List<Pair> pairs, List<Standstill> standstills,
        Optional<String> failure, boolean outOfBudget) {

    /** Copies the lists. */
    public Timed {
        forks = List.copyOf(forks);
        pairs = List.copyOf(pairs);
        standstills = List.copyOf(standstills);
        Objects.requireNonNull(failure);
    }

    /**
     * No pair.
     *
     * @param failure why; the time budget, if that is empty
     */
    public static Timed nothing(Optional<String> failure) {
        return new Timed(0, List.of(), List.of(), List.of(), failure, failure.isEmpty());
    }
}
