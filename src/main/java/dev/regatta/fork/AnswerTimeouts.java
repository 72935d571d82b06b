package dev.regatta.fork;

import dev.regatta.load.Clock;

import java.time.Duration;

/**
 * How long a fork may take to answer. The further away the database is, the longer an operation takes.
 *
 * @param watchdog how long it may stay silent beyond what it was asked to run for
 * @param latency  what is added to every round trip
 */
public record AnswerTimeouts(Duration watchdog, Duration latency) {

    /** No client needs more round trips for an operation of any workload. */
    private static final int ROUND_TRIPS = 250;

    /** For a single operation. */
    private static final Duration FIRST = Duration.ofSeconds(20);

    private static final Duration CHECKING = Duration.ofSeconds(60);

    /**
     * The timeout of a load that lasts this many nanoseconds, including the operations that are still open at its end.
     */
    public Duration running(long nanos) {
        return watchdog.plusNanos(nanos).plus(operation());
    }

    /** The timeout of this many operations, one after another. */
    public Duration checking(int operations) {
        return (operations == 1 ? FIRST : CHECKING).plus(operation().multipliedBy(operations));
    }

    private Duration operation() {
        return latency.multipliedBy(ROUND_TRIPS);
    }

    /**
     * What is left of this limit until a moment in {@link Clock#nanos()} at which an answer is due, {@link Long#MAX_VALUE}
     * for none.
     */
    public static Duration within(Duration limit, long moment) {
        if (moment == Long.MAX_VALUE) {
            return limit;
        }
        Duration left = Duration.ofNanos(Math.max(0, moment - Clock.nanos()));
        return left.compareTo(limit) < 0 ? left : limit;
    }
}
