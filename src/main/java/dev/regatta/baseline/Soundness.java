package dev.regatta.baseline;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Slice;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/** Finds what makes a measurement worthless before any number of it is looked at. */
public final class Soundness {

    private Soundness() {
    }

    /**
     * The first reason, in one sentence, for which nothing may be concluded from {@code measurement}; empty when it is
     * sound. Every slice counts, also those of pairs after a decision.
     *
     * @param needed the arms every pair must hold
     */
    public static Optional<String> problem(CellMeasurement measurement, Collection<Arm> needed) {
        return problem(measurement, needed, slice -> false);
    }

    /**
     * The first such reason that lies with the clients or the harness, and not with a machine on which others left a client
     * no time to end an operation in.
     */
    public static Optional<String> problemOfItsOwn(CellMeasurement measurement, Collection<Arm> needed) {
        return problem(measurement, needed, Soundness::starved);
    }

    private static boolean starved(ArmSlice slice) {
        return slice.slice().operations() == 0 && slice.slice().errors() + slice.slice().wrong() == 0
                && Disturbance.disturbed(slice.surroundings());
    }

    private static Optional<String> problem(CellMeasurement measurement, Collection<Arm> needed,
            Predicate<ArmSlice> excused) {
        if (measurement.failure().isPresent()) {
            return Optional.of("measuring failed: " + measurement.failure().get());
        }
        if (measurement.pairs().isEmpty()) {
            return Optional.of("no pair was measured");
        }
        for (int i = 0; i < measurement.pairs().size(); i++) {
            var problem = problem(measurement.pairs().get(i), needed, excused);
            if (problem.isPresent()) {
                return Optional.of("pair " + (i + 1) + ": " + problem.get());
            }
        }
        return measurement.pinning().stream().flatMap(reading -> problem(reading).stream()).findFirst();
    }

    private static Optional<String> problem(Pinning reading) {
        return reading.pins().filter(pins -> pins.submitFailed() > 0)
                .map(pins -> "the scheduler did not take " + pins.submitFailed() + " virtual threads of the "
                        + reading.arm() + " arm (jdk.VirtualThreadSubmitFailed): they may never have run");
    }

    private static Optional<String> problem(Pair pair, Collection<Arm> needed, Predicate<ArmSlice> excused) {
        var present = pair.slices().stream().map(ArmSlice::arm).toList();
        var missing = needed.stream().filter(arm -> !present.contains(arm)).findFirst();
        if (missing.isPresent()) {
            return Optional.of("the " + missing.get() + " arm has no slice");
        }
        return pair.slices().stream().filter(excused.negate()).flatMap(armSlice -> problem(armSlice)
                .map(problem -> "the " + armSlice.arm() + " arm " + problem).stream()).findFirst();
    }

    private static Optional<String> problem(ArmSlice armSlice) {
        Slice slice = armSlice.slice();
        if (slice.errors() > 0 || slice.wrong() > 0) {
            return Optional.of("had " + slice.errors() + " failed operations and " + slice.wrong()
                    + " wrong results, the first: " + slice.problem());
        }
        if (slice.operations() == 0) {
            return Optional.of("ended no operation within a slice"
                    + (starved(armSlice) ? " while others used its CPUs" : ": it hangs, or needs longer slices"));
        }
        if (slice.cpuNanos() == 0) {
            return Optional.of("has no CPU reading");
        }
        return slice.latencies().isEmpty()
                ? Optional.of("has no latencies although operations ended")
                : Optional.empty();
    }
}
