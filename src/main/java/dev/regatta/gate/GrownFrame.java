package dev.regatta.gate;

import dev.regatta.protocol.SampledFrame.State;
import dev.regatta.protocol.SampledFrame;
import dev.regatta.protocol.StackSamples;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A method that takes a larger share of the candidate's stack samples than of the baseline's. A share is the fraction
 * of the samples of one state that have the method anywhere on their stack: a driver spends its time in what it calls,
 * and its own frames are rarely on top.
 *
 * @param method class and name
 * @param state  what the sampled threads did
 * @param before share of the baseline's samples, 0 to 1
 * @param now    share of the candidate's
 * @param onTop  share of the candidate's in which it was on top
 */
public record GrownFrame(String method, State state, double before, double now, double onTop) {

    /** How many are named. */
    public static final int MOST = 10;

    /**
     * A difference of shares within so many of its standard errors is chance: with a thousand methods, some differ by
     * three.
     */
    private static final double CHANCE = 4;

    /** A method in one state. */
    private record Place(String method, State state) {

        static Place of(SampledFrame frame) {
            return new Place(frame.method(), frame.state());
        }
    }

    /** How much the share grew. */
    public double growth() {
        return now - before;
    }

    /**
     * The methods whose share grew most, at most {@value #MOST}, the largest growth first and none that grew by chance
     * (two binomial shares). Where methods grew alike, as those of one stack do, the ones that call come before the
     * ones that are called. A state in which one arm was never sampled is left out.
     */
    static List<GrownFrame> of(StackSamples candidate, StackSamples baseline) {
        var earlier = baseline.frames().stream().collect(Collectors.toMap(Place::of, SampledFrame::samples));
        return candidate.frames().stream().filter(frame -> baseline.count(frame.state()) > 0).map(frame -> {
            double n = candidate.count(frame.state());
            return new GrownFrame(frame.method(), frame.state(),
                    (double) earlier.getOrDefault(Place.of(frame), 0L) / baseline.count(frame.state()),
                    frame.samples() / n, frame.onTop() / n);
        }).filter(frame -> frame.growth() > CHANCE
                * standardError(frame, candidate.count(frame.state()), baseline.count(frame.state())))
                .sorted(Comparator.comparingDouble(GrownFrame::growth).reversed()
                        .thenComparing(GrownFrame::onTop).thenComparing(GrownFrame::method))
                .limit(MOST).toList();
    }

    /** The standard error of the difference of two shares, of n and m samples, when the true shares are the same. */
    private static double standardError(GrownFrame frame, double n, double m) {
        double both = (frame.now() * n + frame.before() * m) / (n + m);
        return Math.sqrt(both * (1 - both) * (1 / n + 1 / m));
    }
}
