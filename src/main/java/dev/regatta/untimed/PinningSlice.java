package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.Pinning;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.List;

/**
 * The untimed slice in which the pinned virtual threads of one arm are recorded, in a fork nothing is timed in:
 * recording takes time, and so do the JVM options it needs.
 *
 * @param workload    the workload
 * @param endpoint    where the database is
 * @param connections connections, and operations in flight
 * @param seed        where the parameters are drawn from
 */
record PinningSlice(Workload workload, Endpoint endpoint, int connections, long seed) {

    private static final long WARM_UP_NANOS = 100_000_000;
    private static final long SHORTEST_NANOS = 400_000_000;
    private static final long LONGEST_NANOS = 25_000_000_000L;
    /** With so many operations, a pin that happens in one of a thousand is seen twice. */
    private static final int WANTED_OPERATIONS = 2000;
    /** Each of these has many callers. */
    private static final int WANTED_POOLS = 10;
    /** The warm-up and the slice end when the operations that they began have ended. */
    private static final int ROUNDS = 4;
    private static final double MOST_OF_WHAT_IS_LEFT = 0.7;
    private static final String TRACE = "-Djdk.tracePinnedThreads=full";

    /**
     * Records what runs in {@code fork}.
     *
     * @param time how long it may take; where operations are slow, fewer are recorded
     * @throws MeasurementFailure if an operation fails, or too few fit into the time; the fork is of no use any more
     */
    Pinning of(Arm arm, Fork fork, Allowance time) throws MeasurementFailure {
        // Checked on one platform thread: initialising a class pins a virtual one on every JDK.
        long each = time.open(fork, workload, endpoint, connections, ROUNDS, seed);
        Answer.Recorded recorded = fork.record(WARM_UP_NANOS, nanos(each, time.left()), seed);
        fork.shut();
        WrongResults.none(recorded.slice(), arm, workload, "while its pinned threads were recorded");
        if (!recorded.ownSeen()) {
            return Pinning.absent(arm, "the recorder did not see the pin it planted itself on JDK " + fork.jdk());
        }
        if (recorded.slice().errors() > 0) {
            return Pinning.absent(arm, recorded.slice().errors() + " operations failed in the recorded slice, first: "
                    + recorded.slice().problem());
        }
        return recorded.pins().operations() == 0
                ? Pinning.absent(arm, "no operation ended in the recorded slice")
                : Pinning.of(arm, recorded.pins());
    }

    /**
     * How long it takes to end enough operations: at least 0.4 s, at most 25 s and most of {@code left}. Operations that
     * only wait do not hold each other up; of others, as many as there are connections take at least half as long as
     * one after another.
     *
     * @param each how long one takes by itself
     * @param left the nanoseconds that it may take
     */
    long nanos(long each, long left) {
        int wanted = workload.oneAtATime() ? WANTED_POOLS : WANTED_OPERATIONS;
        double together = workload.waits() ? connections : Math.max(1, connections / 2.0);
        long most = Math.clamp((long) (MOST_OF_WHAT_IS_LEFT * left), SHORTEST_NANOS, LONGEST_NANOS);
        return (long) Math.clamp(wanted * each / together, SHORTEST_NANOS, most);
    }

    /**
     * The option that prints traces exists on JDK 21 to 23; on 21.0.0 to 21.0.2 it can hang (JDK-8322846). There, and
     * where the update is not known, it is left out.
     */
    static List<String> options(Jdk jdk) {
        boolean prints = jdk.feature() >= 21 && jdk.feature() <= 23;
        return prints && (jdk.feature() > 21 || update(jdk) >= 3) ? List.of(TRACE) : List.of();
    }

    private static int update(Jdk jdk) {
        try {
            return Runtime.Version.parse(jdk.version()).update();
        } catch (IllegalArgumentException e) {
            return 0;
        }
    }
}
