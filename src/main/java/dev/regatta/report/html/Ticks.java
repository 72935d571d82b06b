package dev.regatta.report.html;

import java.util.ArrayList;
import java.util.List;

/** Round numbers along a scale. */
final class Ticks {

    private Ticks() {
    }

    /** At least two round numbers at equal distances, at most {@code most}, which is 4 or more. */
    static List<Double> even(Scale scale, int most) {
        double step = Math.pow(10, Math.floor(Math.log10(scale.to() - scale.from())));
        for (double factor : new double[]{0.1, 0.2, 0.5, 1, 2, 5}) {
            double distance = step * factor;
            var ticks = new ArrayList<Double>();
            for (double at = Math.ceil(scale.from() / distance); at * distance <= scale.to(); at++) {
                ticks.add(at * distance);
            }
            if (ticks.size() <= most) {
                return ticks;
            }
        }
        return List.of();
    }

    /**
     * One, two and five of every power of ten where there is room for them, else one and three, else the powers alone.
     *
     * @param scale of natural logarithms
     */
    static List<Double> logarithmic(Scale scale, int most) {
        for (int[] digits : new int[][]{{1, 2, 5}, {1, 3}, {1}}) {
            var ticks = new ArrayList<Double>();
            for (double power = 1; power < 1e13; power *= 10) {
                for (int digit : digits) {
                    if (scale.shows(Math.log(power * digit))) {
                        ticks.add(power * digit);
                    }
                }
            }
            if (ticks.size() <= most) {
                return ticks;
            }
        }
        return List.of();
    }
}
