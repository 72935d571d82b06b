package dev.regatta.http;

import dev.regatta.load.Clock;
import dev.regatta.load.Step;

import org.HdrHistogram.Histogram;

/**
 * How late the requests of an open loop are sent. The loop knows when it handed a request to the thread that sends them. That thread
 * also waits for a CPU, and what it waits is not the service's latency.
 */
final class Sending {

    private long[] sent = {};
    private int count;

    /** The same lane, whose requests are counted. They are all sent by one thread. */
    Step.Async of(Step.Async lane) {
        return ending -> {
            if (count < sent.length) {
                sent[count++] = Clock.nanos();
            }
            lane.start(ending);
        };
    }

    /** Before a run with so many requests. */
    void begin(int requests) {
        sent = new long[requests];
        count = 0;
    }

    /**
     * How late 99 % of the requests of the window were sent at most, in nanoseconds; 0 where some were not sent at all, since then
     * nobody knows which: the loop has refused them, and tells so.
     *
     * @param start     of the run
     * @param due       when each was due, in nanoseconds since the start, ascending
     * @param dropNanos the start of the window
     */
    long lateP99Nanos(long start, long[] due, long dropNanos) {
        var late = new Histogram(60_000_000_000L, 3);
        for (int i = 0; count == due.length && i < count; i++) {
            if (due[i] >= dropNanos) {
                late.recordValue(Math.clamp(sent[i] - start - due[i], 0, late.getHighestTrackableValue()));
            }
        }
        return late.getTotalCount() == 0 ? 0 : late.getValueAtPercentile(99);
    }
}
