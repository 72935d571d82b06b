package dev.regatta.doctor;

import dev.regatta.stats.Median;

import java.io.IOException;
import java.util.function.LongSupplier;

/**
 * What a round trip takes on two ways to one server, in microseconds: the medians of alternating blocks, so that what
 * the machine does meanwhile hits both ways.
 *
 * @param one   on the first way
 * @param other on the second
 */
record RoundTrips(double one, double other) {

    private static final int BLOCKS = 20;
    private static final int TRIPS_PER_BLOCK = 100;
    private static final int WARM_UP_BLOCKS = 5;

    /** A question and its answer. */
    interface Trip {
        /** Asks and waits. */
        void run() throws IOException;
    }

    /** Times 2000 round trips on either way, after a warm-up. */
    static RoundTrips time(Trip one, Trip other, LongSupplier nanos) throws IOException {
        for (int i = 0; i < WARM_UP_BLOCKS; i++) {
            block(one, nanos);
            block(other, nanos);
        }
        double[] ones = new double[BLOCKS];
        double[] others = new double[BLOCKS];
        for (int i = 0; i < BLOCKS; i++) {
            ones[i] = block(one, nanos);
            others[i] = block(other, nanos);
        }
        return new RoundTrips(Median.of(ones), Median.of(others));
    }

    private static double block(Trip trip, LongSupplier nanos) throws IOException {
        long start = nanos.getAsLong();
        for (int i = 0; i < TRIPS_PER_BLOCK; i++) {
            trip.run();
        }
        return (nanos.getAsLong() - start) / 1e3 / TRIPS_PER_BLOCK;
    }
}
