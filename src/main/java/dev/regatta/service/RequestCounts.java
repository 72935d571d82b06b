package dev.regatta.service;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Untimed;
import dev.regatta.relay.Relay;
import dev.regatta.relay.Traffic;
import dev.regatta.untimed.AnswerHold;
import dev.regatta.untimed.CountingRelay;
import dev.regatta.untimed.UntimedSlices;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts what the requests of a service ask of its database: a relay between the two counts, while one request after
 * another is answered. Then its JVM counts what a request allocates, and how often its virtual threads are pinned, if it has any.
 * Nothing of it is timed.
 */
final class RequestCounts {

    /** Every connection of a pool has prepared its statements after so many. */
    private static final int WARM_UP = 200;
    private static final int COUNTED = 60;
    /** Both arms draw the same ids: a session that has read a row does not ask for it again. */
    private static final long SEED = 20_261_127;
    /** In the order in which they are tried: a service that is interrupted for longer looks as if it had waited. */
    private static final List<Duration> HOLDS = List.of(Duration.ofMillis(1), Duration.ofMillis(8));

    /** Compilers leave out most of what they can by then. */
    private static final long WARM_UP_NANOS = 3_000_000_000L;
    private static final long TOLD_NANOS = 1_000_000_000L;

    private static final Set<Counter> READ = Set.of(Counter.ROUND_TRIPS, Counter.STATEMENTS, Counter.CONNECTIONS,
            Counter.BYTES_SENT, Counter.BYTES_RECEIVED);

    private RequestCounts() {
    }

    /** Counts the requests of one arm while answers are held. */
    interface Teller {
        /** The counts; without values where nothing could be counted. */
        Untimed of(Arm arm, Duration hold) throws MeasurementFailure;
    }

    /**
     * The counts of both arms. If the candidate does more than the baseline, both are counted again with a longer hold.
     */
    static Untimed of(Iterable<Arm> arms, Teller teller) throws MeasurementFailure {
        Untimed all = Untimed.NOTHING;
        for (Duration hold : HOLDS) {
            Untimed now = Untimed.NOTHING;
            for (Arm arm : arms) {
                now = now.and(teller.of(arm, hold));
            }
            if (!all.counts().isEmpty() && now.counts().stream().anyMatch(RequestCounts::isAbsent)) {
                // What could not be counted again was seen all the same.
                break;
            }
            all = now;
            if (!AnswerHold.moreThanBefore(all.counts())) {
                break;
            }
        }
        return all;
    }

    private static boolean isAbsent(Counts counts) {
        return counts.of(Counter.ROUND_TRIPS).isEmpty();
    }

    /**
     * What a service asks of its database.
     *
     * @param fork its service starts, and answers {@code workload} with one request in flight
     * @throws MeasurementFailure if it does not start, or answers wrongly
     */
    static Untimed of(ServiceFork fork, String workload, Endpoint database, Duration hold) throws MeasurementFailure {
        try (Relay relay = CountingRelay.to(database, Duration.ZERO)) {
            fork.open(workload, CountingRelay.through(relay, database), 1);
            fork.check(workload, WARM_UP, SEED);
            relay.hold(hold);
            Traffic before = relay.quietTraffic();
            fork.check(workload, COUNTED, SEED + 1);
            Traffic seen = relay.quietTraffic().since(before);
            var values = new TreeMap<Counter, Count>();
            READ.forEach(counter -> values.put(counter,
                    new Count(CountingRelay.COUNTERS.get(counter).applyAsLong(seen), COUNTED)));
            relay.hold(Duration.ZERO);
            Counts counts = new Counts(fork.arm(), values, new TreeMap<>()).and(allocated(fork));
            return new Untimed(pinned(fork), List.of(counts), List.of());
        } catch (IOException e) {
            return Untimed.counted(List.of(UntimedSlices.absent(fork.arm(), READ, e.getMessage())));
        }
    }

    private static Counts allocated(ServiceFork fork) throws MeasurementFailure {
        try {
            Count bytes = fork.allocated(WARM_UP_NANOS, TOLD_NANOS, SEED);
            return new Counts(fork.arm(), new TreeMap<>(Map.of(Counter.ALLOCATED_WARM, bytes)), new TreeMap<>());
        } catch (IOException e) {
            return UntimedSlices.absent(fork.arm(), Set.of(Counter.ALLOCATED_WARM), e.getMessage());
        }
    }

    /** Of the one arm; nothing where its requests are not on virtual threads. */
    private static List<Pinning> pinned(ServiceFork fork) throws MeasurementFailure {
        if (!fork.onVirtualThreads()) {
            return List.of();
        }
        try {
            return List.of(Pinning.of(fork.arm(), fork.pinned(TOLD_NANOS, SEED + 2)));
        } catch (IOException e) {
            return List.of(Pinning.absent(fork.arm(), e.getMessage()));
        }
    }
}
