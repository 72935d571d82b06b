package dev.regatta.doctor;

import dev.regatta.analysis.Disturbance;
import dev.regatta.host.CpuMeter;
import dev.regatta.host.Placement;
import dev.regatta.load.Clock;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * What others did while this process only slept.
 *
 * @param before       the CPUs at the start, empty where they cannot be read
 * @param after        and at the end
 * @param elapsedNanos between the two
 * @param lateNanos    how late each of many sleeps of 1 ms ended
 */
record Quiet(Optional<CpuMeter.Reading> before, Optional<CpuMeter.Reading> after, long elapsedNanos,
        long[] lateNanos) {

    private static final String NAME = "disturbance";
    private static final long SLEEP_NANOS = 1_000_000;
    private static final int SLEEPS = 2_000;
    /** Timers of a quiet machine are late by 50 to 100 microseconds. */
    private static final long LATE_NANOS = 1_000_000;

    /** Sleeps for about two seconds and watches. */
    static Quiet watch(CpuMeter meter) {
        long[] late = new long[SLEEPS];
        Optional<CpuMeter.Reading> before = meter.read();
        long start = Clock.nanos();
        for (int i = 0; i < SLEEPS; i++) {
            long asleep = Clock.nanos();
            LockSupport.parkNanos(SLEEP_NANOS);
            late[i] = Math.max(0, Clock.nanos() - asleep - SLEEP_NANOS);
        }
        return new Quiet(before, meter.read(), Clock.nanos() - start, late);
    }

    /** What was seen, by the limits beyond which a slice counts as disturbed. */
    Finding finding(Placement placement) {
        long[] sorted = lateNanos.clone();
        Arrays.sort(sorted);
        long late = sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
        String sleeps = String.format(Locale.ROOT, "1 in 100 sleeps ends over %.2f ms late", late / 1e6);
        List<List<Integer>> sides = placement.equals(Placement.NONE)
                ? List.of(placement.all())
                : List.of(placement.clientCpus(), placement.databaseCpus());
        boolean readable = Stream.of(before, after).allMatch(reading -> reading.isPresent()
                && reading.get().missing(sides.stream().flatMap(List::stream).toList()).isEmpty());
        if (!readable) {
            return late <= LATE_NANOS
                    ? Finding.unknown(NAME, "what others use of the CPUs cannot be read here; " + sleeps)
                    : Finding.remark(NAME, "unknown what others use of the CPUs; " + sleeps, advice());
        }
        double steal = after.get().stealSince(before.get(), elapsedNanos,
                sides.stream().flatMap(List::stream).toList());
        double[] others = sides.stream().mapToDouble(side -> Math.clamp(
                after.get().busySince(before.get(), side) / ((double) elapsedNanos * side.size()), 0.0, 1.0)).toArray();
        String used = placement.equals(Placement.NONE)
                ? String.format(Locale.ROOT, "others use %.0f %% of the CPUs", 100 * others[0])
                : String.format(Locale.ROOT, "others use %.0f %% of the client's CPUs, %.0f %% of the database's",
                        100 * others[0], 100 * others[1]);
        String found = Stream.of(used, String.format(Locale.ROOT, "%.0f %% stolen or throttled", 100 * steal), sleeps)
                .reduce((one, other) -> one + ", " + other).orElseThrow();
        boolean quiet = late <= LATE_NANOS && steal <= Disturbance.STEAL_SHARE
                && Arrays.stream(others).allMatch(share -> share <= Disturbance.FOREIGN_SHARE);
        return quiet ? Finding.good(NAME, found) : Finding.remark(NAME, found, advice());
    }

    private static String advice() {
        return String.format(Locale.ROOT, "Slices during which others use more than %.0f %% of a side's CPUs count as"
                + " disturbed. They scatter, so that races take longer, and some end as Inconclusive: end what else"
                + " runs, or race elsewhere.",
                100 * Disturbance.FOREIGN_SHARE);
    }
}
