package dev.regatta.explore;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Timetable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Cuts the points of a turn into short slices, and has the clients run them by turns.
 *
 * @param plan       says how long a point is
 * @param contenders the clients of the plan
 */
record TurnTaking(Plan plan, Map<ClientId, Contender> contenders) {

    /** Slices of closed loops are as long at least: what begins anew in each is then a small part of it. */
    private static final long LEAST_SLICE_NANOS = 25_000_000;
    /** So many rounds a turn of closed loops has at least, however long its slices are: of five the mean sets two aside. */
    private static final int FEWEST_ROUNDS = 5;
    /** Windows of an open loop are as long at least; in a fifth of that before it the load builds up. */
    private static final long LEAST_WINDOW_NANOS = 250_000_000;
    /** A window lasts for so many of its longest operations. */
    private static final int LONGEST_OPERATIONS = 20;

    /** A slice of a client. */
    private interface Slicing {
        LoadReading slice(Contender contender, long seed) throws MeasurementFailure;
    }

    /** A turn of closed loops. */
    Rounds closed(LoadSet forks, Conditions conditions, long seed) throws MeasurementFailure {
        var random = new SplittableRandom(seed);
        // Not counted: it tells how long a slice must be.
        double slowest = Double.POSITIVE_INFINITY;
        for (Contender contender : contenders.values()) {
            slowest = Math.min(slowest, forks.closed(contender, LEAST_SLICE_NANOS, random.nextLong()).offering().slice()
                    .throughput());
        }
        long nanos = Math.max(LEAST_SLICE_NANOS, Timetable.sliceNanos(conditions.inFlight(), slowest));
        return rounds(contenders.keySet(), Math.max(FEWEST_ROUNDS, plan.pointNanos() / nanos), random,
                (contender, of) -> forks.closed(contender, nanos, of));
    }

    /**
     * A turn in which loads are offered. All of an open loop drains between its windows, so that a queue that grows has the
     * time of a window for it. A window is many times as long as the limit of latency, or as an operation takes where all
     * are in flight: a load that is larger than a client carries then misses the limit within its window.
     *
     * @param rates        of each client, in operations per second, above 0
     * @param longestNanos how long an operation takes at most that is of interest
     */
    Rounds offered(LoadSet forks, Map<ClientId, Double> rates, long longestNanos, long seed)
            throws MeasurementFailure {
        double least = Collections.min(rates.values());
        long point = (long) (plan.pointNanos()
                * Math.clamp(Forecast.fewestOperations(plan) / least * 1e9 / plan.pointNanos(), 1, Forecast.LONGEST));
        long windows = Math.max(1, point / Math.max(LEAST_WINDOW_NANOS, LONGEST_OPERATIONS * longestNanos));
        long window = point / windows;
        long dropped = window / Forecast.DROPPED;
        return rounds(rates.keySet(), windows, new SplittableRandom(seed), (contender, of) -> forks.offer(contender,
                rates.get(contender.client()), plan.arrivals(), dropped + window, dropped, of));
    }

    private Rounds rounds(Collection<ClientId> clients, long count, SplittableRandom random, Slicing slicing)
            throws MeasurementFailure {
        Map<ClientId, List<LoadReading>> slices = new HashMap<>();
        clients.forEach(client -> slices.put(client, new ArrayList<>()));
        List<ClientId> order = new ArrayList<>(clients);
        for (long round = 0; round < count; round++) {
            Collections.shuffle(order, new Random(random.nextLong()));
            // The same operations for all clients.
            long seed = random.nextLong();
            for (ClientId client : order) {
                slices.get(client).add(slicing.slice(contenders.get(client), seed));
            }
        }
        return new Rounds(slices);
    }
}
