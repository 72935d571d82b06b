package dev.regatta.explore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The search for the load that a client carries within a limit of latency: up where a probe kept to it, down where it did not, in
 * steps that are halved at each turn until they are {@value #LAST_STEP} of a natural logarithm. It then goes on around the load
 * at which every other probe keeps to the limit: the mean over these last probes is the answer (an up-and-down design: W. Dixon,
 * A. Mood, "A method for obtaining and analyzing sensitivity data", JASA 43, 1948). A bisection would believe each of its
 * noisy probes once and for all.
 */
final class SlaSearch {

    /** Probes of a search. */
    static final int PROBES = 14;
    /** How many of them must have been made with the last step. */
    static final int FEWEST_LAST = 4;
    static final double LAST_STEP = 0.05;
    private static final double FIRST_STEP = 0.4;
    /** The first load, as a share of what a closed loop carries. */
    private static final double START = 0.5;

    private final List<Double> last = new ArrayList<>();
    private double rate;
    private double step = FIRST_STEP;
    private int probes;
    private Boolean before;

    /** @param capacity what a closed loop of the client carries, in operations per second, above 0 */
    SlaSearch(double capacity) {
        rate = Math.log(START * Math.max(capacity, 1));
    }

    /** Whether enough probes were made. */
    boolean over() {
        return probes == PROBES;
    }

    /** The load of the next probe, in operations per second; to six digits, so that a file holds all of it. */
    double next() {
        return Double.parseDouble(String.format(Locale.ROOT, "%.6g", Math.exp(rate)));
    }

    /** Takes the outcome of the probe at {@link #next()}. */
    void add(boolean within) {
        if (before != null && before != within) {
            step = Math.max(LAST_STEP, step / 2);
        }
        if (step == LAST_STEP) {
            last.add(rate);
        }
        before = within;
        rate += within ? step : -step;
        probes++;
        if (over() && step == LAST_STEP) {
            // Where it would have gone is what the last probe says.
            last.add(rate);
        }
    }

    /** The load that keeps to the limit, in operations per second; empty where the search did not come to a rest. */
    OptionalDouble load() {
        return over() && last.size() > FEWEST_LAST
                ? OptionalDouble.of(Math.exp(last.stream().mapToDouble(Double::doubleValue).average().orElseThrow()))
                : OptionalDouble.empty();
    }
}
