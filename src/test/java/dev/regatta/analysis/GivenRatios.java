package dev.regatta.analysis;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/** Log ratios that a test chooses. */
public final class GivenRatios {

    private GivenRatios() {
    }

    /** The values of each fork; forks are numbered from 1 on. */
    public static LogRatios of(List<double[]> forks) {
        return new LogRatios(forks.stream().flatMapToDouble(Arrays::stream).toArray(),
                IntStream.range(0, forks.size())
                        .flatMap(i -> IntStream.generate(() -> i + 1).limit(forks.get(i).length)).toArray());
    }

    /** So many forks with these values each. */
    public static LogRatios alike(int forks, double... values) {
        return of(Collections.nCopies(forks, values));
    }

    /** A value, so many times. */
    public static double[] times(int count, double value) {
        return IntStream.range(0, count).mapToDouble(i -> value).toArray();
    }

    /** All of these values. */
    public static double[] and(double[]... parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
    }
}
