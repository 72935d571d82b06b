package dev.regatta.analysis;

import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.protocol.Timetable;
import dev.regatta.stats.Median;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What limits the candidate's throughput: the side whose CPUs are busy, or neither. */
public enum Bound {
    /** The client's CPUs. */
    CLIENT,
    /** The database's CPUs. */
    SERVER,
    /** Neither: operations wait for locks, the network, or each other. */
    WAITING;

    /** A CPU set this busy is full: the rest goes into readings around the slice and its ramp. */
    public static final double FULL = 0.85;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The bound of the candidate, from the median CPU share of each side; empty where the sides have no CPUs of their
     * own ({@link Fingerprint#PLACEMENT}) or the database's CPU time was not read. When both are full, the fuller one.
     */
    public static Optional<Bound> of(List<Pair> pairs, Fingerprint now) {
        Placement placement = Placement.of(now.fact(Fingerprint.PLACEMENT));
        var slices = pairs.stream().map(pair -> pair.of(Arm.CANDIDATE))
                .filter(slice -> slice.surroundings().serverCpuNanos().isPresent()
                        && slice.surroundings().elapsedNanos() > 0)
                .toList();
        if (placement.clientCpus().isEmpty() || slices.isEmpty()) {
            return Optional.empty();
        }
        double client = Median.of(slices.stream()
                .mapToDouble(slice -> share(slice, slice.slice().cpuNanos(), placement.clientCpus().size())).toArray());
        double server = Median.of(slices.stream().mapToDouble(slice -> share(slice,
                slice.surroundings().serverCpuNanos().getAsLong(), placement.databaseCpus().size())).toArray());
        if (Math.max(client, server) < FULL) {
            return Optional.of(WAITING);
        }
        return Optional.of(client >= server ? CLIENT : SERVER);
    }

    /**
     * How long the load lasted, in nanoseconds: the slice with its dropped start, or longer if operations that were
     * still open at its end took longer. The readings around the slice are left out.
     */
    public static long loadNanos(Slice slice, Surroundings around) {
        return Math.max(slice.windowNanos() + Timetable.DROPPED_NANOS,
                around.elapsedNanos() - Timetable.AROUND_NANOS);
    }

    private static double share(ArmSlice slice, double cpuNanos, int cpus) {
        return cpuNanos / ((double) loadNanos(slice.slice(), slice.surroundings()) * cpus);
    }
}
