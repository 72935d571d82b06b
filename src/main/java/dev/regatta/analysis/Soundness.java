package dev.regatta.analysis;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Resources;
import dev.regatta.protocol.Slice;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds what makes a measurement worthless before any number of it is looked at. */
public final class Soundness {

    /**
     * The largest tolerated share of empty slices of an arm in one set. A few are tolerated, because a slice is
     * so short that a single pause of the client or of the machine may fill it. They count as the least that a slice can
     * hold.
     */
    private static final double EMPTY_SHARE = 0.05;

    /** A client that hangs does so in most sets, and in at least two; a single set may have met a pause. */
    private static final int FEWEST_SETS = 2;

    /** This share of all slices may be empty at most, in however many sets: a trimmed mean bears no more. */
    private static final double EMPTY_SHARE_OF_ALL = 0.2;

    /** Fewer empty slices than this say nothing, whatever share they are. */
    private static final int FEWEST_EMPTY = 3;

    /** With fewer pairs than this, empty slices decide nothing: one or two stalled slices would be a large share. */
    private static final int FEWEST_PAIRS = 64;

    /**
     * The largest tolerated share of an arm's CPU time in threads that ended. The measured client CPU lacks this share.
     */
    private static final double UNSEEN_SHARE = 0.05;

    private Soundness() {
    }

    /**
     * Why nothing may be concluded.
     *
     * @param words     in one sentence
     * @param ofMachine whether the machine is to blame, not the clients or the harness: others used the CPUs, so that a
     *                  client could end no operation
     */
    public record Problem(String words, boolean ofMachine) {}

    /**
     * The first reason for which nothing may be concluded from {@code measurement}; empty when it is sound. Every slice
     * counts, also those of pairs after a decision.
     *
     * @param needed the arms every pair must hold
     */
    public static Optional<Problem> problem(CellMeasurement measurement, Collection<Arm> needed) {
        if (measurement.failure().isPresent()) {
            return own("measuring failed: " + measurement.failure().get());
        }
        if (measurement.pairs().isEmpty()) {
            return own("no pair was measured" + measurement.timed().standstills().stream()
                    .map(still -> ", in set " + still.set() + " " + still.words()).collect(Collectors.joining()));
        }
        for (int i = 0; i < measurement.pairs().size(); i++) {
            var problem = problem(measurement.pairs().get(i), needed);
            if (problem.isPresent()) {
                return own("pair " + (i + 1) + ": " + problem.get());
            }
        }
        return measurement.untimed().pinning().stream().flatMap(reading -> problem(reading).stream()).findFirst()
                .map(words -> new Problem(words, false))
                .or(() -> unseen(measurement.pairs())).or(() -> empty(measurement.pairs()));
    }

    private static Optional<Problem> own(String words) {
        return Optional.of(new Problem(words, false));
    }

    private static Optional<String> problem(Pinning reading) {
        return reading.pins().filter(pins -> pins.submitFailed() > 0)
                .map(pins -> "the scheduler did not take " + pins.submitFailed() + " virtual threads of the "
                        + reading.arm() + " arm (jdk.VirtualThreadSubmitFailed): they may never have run");
    }

    private static Optional<String> problem(Pair pair, Collection<Arm> needed) {
        var missing = EnumSet.copyOf(needed);
        pair.slices().forEach(slice -> missing.remove(slice.arm()));
        if (!missing.isEmpty()) {
            return Optional.of("the " + missing.iterator().next() + " arm has no slice");
        }
        for (ArmSlice slice : pair.slices()) {
            var problem = problem(slice.slice());
            if (problem.isPresent()) {
                return Optional.of("the " + slice.arm() + " arm " + problem.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> problem(Slice slice) {
        if (slice.errors() > 0 || slice.wrong() > 0) {
            return Optional.of("had " + slice.errors() + " failed operations and " + slice.wrong()
                    + " wrong results, the first: " + slice.problem());
        }
        if (slice.operations() > 0 && slice.cpuNanos() == 0) {
            return Optional.of("has no CPU reading");
        }
        return slice.operations() > 0 && slice.latencies().equals(Latencies.NONE)
                ? Optional.of("has no latencies although operations ended")
                : Optional.empty();
    }

    private static Optional<Problem> unseen(List<Pair> pairs) {
        return Stream.of(Arm.values()).flatMap(arm -> unseen(pairs, arm).stream()).findFirst();
    }

    /**
     * The problem of too much CPU time in threads that ended, if there is one. Each fork's sum is accurate to a few
     * ticks only. This error is subtracted before the share is judged.
     */
    private static Optional<Problem> unseen(List<Pair> pairs, Arm arm) {
        long seen = 0;
        long unseen = 0;
        Set<Integer> forks = new HashSet<>();
        for (Pair pair : pairs) {
            for (ArmSlice slice : pair.slices()) {
                Optional<Long> missed = slice.arm() == arm
                        ? slice.slice().resources().flatMap(Resources::unseenCpuNanos)
                        : Optional.empty();
                if (missed.isPresent()) {
                    forks.add(pair.set());
                    seen += slice.slice().cpuNanosOfOperations();
                    unseen += missed.get();
                }
            }
        }
        long certain = unseen - Resources.UNSEEN_TOLERANCE_NANOS * forks.size();
        return certain > UNSEEN_SHARE * (seen + unseen)
                ? own(String.format(Locale.ROOT,
                        "%.0f %% of the CPU time of the %s arm was used by threads that ended within a slice, and is not in its"
                                + " client CPU: keep the threads of driver and pool for as long as the client",
                        100.0 * unseen / (seen + unseen), arm))
                : Optional.empty();
    }

    private static Optional<Problem> empty(List<Pair> pairs) {
        if (pairs.size() < FEWEST_PAIRS) {
            return Optional.empty();
        }
        return Stream.of(Arm.values()).flatMap(arm -> empty(pairs, arm).stream()).findFirst();
    }

    /** The problem of too many empty slices, if there is one: a fifth of all, or more than a few in most sets. */
    private static Optional<Problem> empty(List<Pair> pairs, Arm arm) {
        List<ArmSlice> empty = emptySlices(pairs, arm);
        if (empty.isEmpty()) {
            return Optional.empty();
        }
        Map<Integer, List<Pair>> sets = pairs.stream().collect(Collectors.groupingBy(Pair::set));
        long often = sets.values().stream().filter(set -> isOftenEmpty(set, arm)).count();
        return empty.size() > EMPTY_SHARE_OF_ALL * pairs.size() || often >= FEWEST_SETS && 2 * often > sets.size()
                ? Optional.of(empty(arm, empty, pairs.size()))
                : Optional.empty();
    }

    private static boolean isOftenEmpty(List<Pair> set, Arm arm) {
        int empty = emptySlices(set, arm).size();
        return empty >= FEWEST_EMPTY && empty > EMPTY_SHARE * set.size();
    }

    private static List<ArmSlice> emptySlices(List<Pair> pairs, Arm arm) {
        var empty = new ArrayList<ArmSlice>();
        for (Pair pair : pairs) {
            for (ArmSlice slice : pair.slices()) {
                if (slice.arm() == arm && slice.slice().operations() == 0) {
                    empty.add(slice);
                }
            }
        }
        return empty;
    }

    private static Problem empty(Arm arm, List<ArmSlice> empty, int slices) {
        long excused = empty.stream().filter(slice -> Disturbance.disturbed(slice.surroundings())).count();
        boolean ofMachine = 2 * excused > empty.size();
        return new Problem("the " + arm + " arm ended no operation in " + empty.size() + " of " + slices + " slices"
                + (ofMachine
                        ? ", while others used its CPUs in " + excused + " of them"
                        : ": it hangs, or needs longer slices"),
                ofMachine);
    }
}
