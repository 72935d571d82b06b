package dev.regatta.report.html;

import java.util.ArrayList;
import java.util.List;

/** Round numbers along a scale. */
final class Ticks {

    /** Ratios whose largest is less than so many times the smallest are near to each other. */
    private static final double NEAR = 4;

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
     * Ratios: at equal distances where they are near to each other, else one, two and five of every power of ten where there
     * is room for them, or the powers alone.
     *
     * @param scale of natural logarithms
     */
    static List<Double> ratios(Scale scale, int most) {
        if (scale.to() - scale.from() < Math.log(NEAR)) {
            return even(new Scale(Math.exp(scale.from()), Math.exp(scale.to()), 0, 1), most);
        }
        return powers(scale, most, 1e-6, new int[][]{{1, 2, 5}, {1}});
    }

    /**
     * One, two and five of every power of ten where there is room for them, else one and three, else the powers alone.
     *
     * @param scale of natural logarithms
     */
    static List<Double> logarithmic(Scale scale, int most) {
        return powers(scale, most, 1, new int[][]{{1, 2, 5}, {1, 3}, {1}});
    }

    private static List<Double> powers(Scale scale, int most, double least, int[][] choices) {
        for (int[] digits : choices) {
            var ticks = new ArrayList<Double>();
            for (double power = least; power < 1e13; power *= 10) {
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
