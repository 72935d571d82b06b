package dev.regatta.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** How the operations of an {@link OpenLoop} follow each other. */
public enum Arrivals {
    /** At equal distances. */
    CONSTANT,
    /** Independent of each other, as the requests of many users are: their distances are exponentially distributed. */
    POISSON;

    /**
     * When each operation is due. The same arguments give the same schedule.
     *
     * @param rate  operations per second on average, above 0
     * @param nanos for so long
     * @param seed  where random distances are drawn from
     * @return nanoseconds since the start, ascending, all below {@code nanos}
     * @throws IllegalArgumentException if the rate is not above 0, or there would be more than a billion operations
     */
    public long[] schedule(double rate, long nanos, long seed) {
        double expected = rate * nanos / 1e9;
        if (!(rate > 0) || expected > 1e9) {
            throw new IllegalArgumentException("a load of " + rate + " operations per second for " + nanos
                    + " ns cannot be scheduled");
        }
        return switch (this) {
            case CONSTANT -> constant(rate, nanos);
            case POISSON -> poisson(rate, nanos, expected, new SplittableRandom(seed));
        };
    }

    private static long[] constant(double rate, long nanos) {
        long[] due = new long[(int) Math.ceil(rate * nanos / 1e9)];
        for (int i = 0; i < due.length; i++) {
            due[i] = (long) (i * 1e9 / rate);
        }
        return due;
    }

    private static long[] poisson(double rate, long nanos, double expected, SplittableRandom random) {
        long[] due = new long[(int) (expected + 6 * Math.sqrt(expected)) + 16];
        int count = 0;
        // By inversion; 1 - u is never 0.
        for (double at = gap(rate, random); at < nanos; at += gap(rate, random)) {
            if (count == due.length) {
                due = Arrays.copyOf(due, 2 * count);
            }
            due[count++] = (long) at;
        }
        return Arrays.copyOf(due, count);
    }

    private static double gap(double rate, SplittableRandom random) {
        return -Math.log(1 - random.nextDouble()) * 1e9 / rate;
    }

    /**
     * The arrivals of this name.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Arrivals of(String name) {
        return Arrays.stream(values()).filter(arrivals -> arrivals.toString().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown arrivals '" + name + "', expected one of "
                        + Arrays.stream(values()).map(Arrivals::toString).collect(Collectors.joining(", "))));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
