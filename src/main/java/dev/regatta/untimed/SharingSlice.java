package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Slice;
import dev.regatta.relay.Relay;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The untimed slice of a client whose operations share connections. A relay counts the connections that the client
 * opens. Operations that are on one connection at a time share its round trips: if there are n of them, each needs one
 * n-th of the round trips that it needs alone. This tells how many of the operations in flight are on the connections;
 * the others wait within the client.
 *
 * @param workload   the workload
 * @param endpoint   where the database is
 * @param operations in flight
 * @param seed       where the parameters are drawn from
 */
record SharingSlice(Workload workload, Endpoint endpoint, int operations, long seed) {

    /** What is read. */
    static final Set<Counter> READ = Set.of(Counter.CONNECTIONS_IN_USE, Counter.CONNECTIONS_AWAITED);

    /** How long answers are held: longer than a client is interrupted between requests that share a round trip. */
    private static final Duration HOLD = Duration.ofMillis(10);
    private static final int ALONE = 5;
    private static final long NANOS = 400_000_000;

    /**
     * Reads the client of {@code fork}.
     *
     * @throws MeasurementFailure if it cannot be opened or an operation fails
     */
    Counts of(Arm arm, Fork fork) throws MeasurementFailure {
        fork.reset(workload, endpoint);
        try (Relay relay = CountingRelay.to(endpoint, HOLD)) {
            fork.open(workload.id(), CountingRelay.through(relay, endpoint), operations);
            fork.check(workload.id(), ALONE, seed);
            relay.quietTraffic();
            long start = relay.turns();
            fork.check(workload.id(), ALONE, seed);
            relay.quietTraffic();
            long alone = relay.turns();
            Slice slice = fork.run(NANOS, seed).slice();
            long connections = relay.quietTraffic().connections();
            long all = relay.turns();
            fork.shut();
            WrongResults.noneAndNoErrors(slice, arm, workload, "while its connections were counted");
            return counts(arm, (double) (alone - start) / ALONE,
                    (double) (all - alone) / Math.max(1, slice.allOperations()), connections);
        } catch (IOException e) {
            throw new MeasurementFailure("the relay that counts does not work: " + e.getMessage(), e);
        }
    }

    /**
     * The counts that follow from the round trips per operation.
     *
     * @param alone       round trips of an operation that is alone in flight
     * @param together    the same with all operations in flight
     * @param connections that were opened
     */
    Counts counts(Arm arm, double alone, double together, long connections) {
        if (!(alone > 0 && together > 0) || connections == 0) {
            return UntimedSlices.absent(arm, READ, "no round trip was seen");
        }
        long onThem = Math.clamp(Math.round(connections * alone / together), 1, (long) operations);
        return new Counts(arm, new TreeMap<>(Map.of(Counter.CONNECTIONS_IN_USE, Count.level(connections),
                Counter.CONNECTIONS_AWAITED, Count.level(operations - onThem))), new TreeMap<>());
    }
}
