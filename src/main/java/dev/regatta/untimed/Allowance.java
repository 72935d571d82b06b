package dev.regatta.untimed;

import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.protocol.Timetable;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The time that the operations of one arm may take while nothing is timed. The pace of the first operations tells
 * whether those that a slice needs fit into it; if they do not, the slice ends at once.
 */
final class Allowance {

    /** What an arm always has: several times what counting, allocating and recording take. */
    static final Duration LEAST = Duration.ofSeconds(6);

    /** The same for an arm beside which no other was read, so that nothing tells whether it or the machine is slow. */
    static final Duration ALONE = Duration.ofSeconds(15);

    /** After so many operations they are no longer believed to become much faster. */
    private static final double COLD = 8;

    private final LongSupplier totalNanos;
    private final LongSupplier clock;
    private long spentNanos;
    private long startNanos;
    private boolean running;

    /** Operations do not fit into the time that is left. */
    static final class Spent extends MeasurementFailure {

        private static final long serialVersionUID = 1;

        private Spent(String message) {
            super(message);
        }
    }

    /** A part of a slice. */
    interface Part {
        /** Runs it. */
        void run() throws MeasurementFailure;
    }

    private Allowance(LongSupplier totalNanos, LongSupplier clock) {
        this.totalNanos = totalNanos;
        this.clock = clock;
    }

    /** An allowance of {@code total}. */
    static Allowance of(Duration total, LongSupplier clock) {
        return new Allowance(total::toNanos, clock);
    }

    /** For the first arm that is read: {@code most}, but at least {@link #ALONE}. */
    static Allowance first(Duration most, LongSupplier clock) {
        return of(longer(most, ALONE), clock);
    }

    /** For an arm beside another one: what that had, but no more than {@link Timetable#FAR} times what it used so far. */
    Allowance beside() {
        return new Allowance(
                () -> Math.min(totalNanos.getAsLong(), longer(spent().multipliedBy(Timetable.FAR), LEAST).toNanos()),
                clock);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** The clock runs from now on. */
    void start() {
        startNanos = clock.getAsLong();
        running = true;
    }

    /** The clock stands still from now on. */
    void stop() {
        spentNanos = spent().toNanos();
        running = false;
    }

    /** What has been used of it. */
    Duration spent() {
        return Duration.ofNanos(spentNanos + (running ? clock.getAsLong() - startNanos : 0));
    }

    /** Nanoseconds that are left, never negative. */
    long left() {
        return Math.max(0, totalNanos.getAsLong() - spent().toNanos());
    }

    /** Why an answer did not come, where it may be that it was waited for no longer than the rest of this. */
    String why(String unanswered) {
        return left() > 0
                ? unanswered
                : String.format(Locale.ROOT, "the %.0f s that it had for what is not timed are over: %s",
                        totalNanos.getAsLong() / 1e9, unanswered);
    }

    /** How long {@code part} takes, in nanoseconds, at least 1. */
    long took(Part part) throws MeasurementFailure {
        long start = clock.getAsLong();
        part.run();
        return Math.max(1, clock.getAsLong() - start);
    }

    /**
     * Opens the client of a fork with fresh tables, and checks as many operations as are checked before anything else, a
     * few at first, which tell whether the others fit.
     *
     * @param more how many operations the slice needs beside these
     * @return how long one of the last took, in nanoseconds, at least 1
     * @throws Spent if they do not fit
     */
    long open(Fork fork, Workload workload, Endpoint endpoint, int connections, int more, long seed)
            throws MeasurementFailure {
        int operations = Fork.checkedOperations(workload, connections);
        fork.open(workload.id(), endpoint, connections);
        fork.reset(workload, endpoint);
        long last = 0;
        long fastest = Long.MAX_VALUE;
        for (int done = 0, next; done < operations; done += next) {
            next = Math.clamp(done, 1, operations - done);
            int these = next;
            long from = seed + done;
            last = Math.max(1, took(() -> fork.check(workload.id(), these, from)) / these);
            fastest = Math.min(fastest, last);
            if (done > 0) {
                need(operations - done - these + more, fastest, done + these);
            }
        }
        return last;
    }

    /**
     * Nothing, if so many operations fit into what is left.
     *
     * @param eachNanos how long one takes
     * @throws Spent if they do not
     */
    void need(int operations, long eachNanos) throws Spent {
        need(operations, eachNanos, (int) COLD);
    }

    /**
     * The same after the first operations of a fork, of which the very first are several times as slow as those that
     * follow.
     *
     * @param operations that are to come
     * @param eachNanos  how long the fastest took so far
     * @param done       how many have ended
     */
    void need(int operations, long eachNanos, int done) throws Spent {
        if ((double) operations * eachNanos / Math.max(1, COLD / done) > left()) {
            throw new Spent(String.format(Locale.ROOT,
                    "an operation takes %.2f s: %d more do not fit into the %.0f s that are left for what is not timed",
                    eachNanos / 1e9, operations, left() / 1e9));
        }
    }

    /**
     * How many operations fit into half of what is left, so that something remains for the next slice.
     *
     * @param eachNanos how long one takes
     * @param fewest    no fewer are of use
     * @param most      no more are needed
     * @throws Spent if {@code fewest} do not fit into what is left
     */
    int fitting(int fewest, int most, long eachNanos) throws Spent {
        need(fewest, eachNanos);
        return (int) Math.clamp(left() / 2 / eachNanos, (long) fewest, (long) most);
    }
}
