package dev.regatta.http;

import dev.regatta.load.Clock;
import dev.regatta.load.Lateness;
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
     * How late the requests of the window were sent, in nanoseconds: at least so late where some were refused, since nobody
     * knows which. A request was due no later than it would have been if the first ones had been refused.
     *
     * @param start     of the run, or a little earlier
     * @param due       when each was due, in nanoseconds since the start, ascending
     * @param dropNanos the start of the window
     */
    Histogram lateness(long start, long[] due, long dropNanos) {
        var late = new Lateness();
        int refused = due.length - count;
        for (int i = 0; i < count; i++) {
            long at = due[i + refused];
            if (at >= dropNanos) {
                late.add(sent[i] - start - at);
            }
        }
        return late.nanos();
    }
}
