package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.OptionalDouble;

class ConfidenceIntervalTest {

    /** Student's 97.5 % quantile of two degrees of freedom is 4.3027. */
    @Test
    void theIntervalIsStudentsOfTheLogarithms() {
        ConfidenceInterval estimate = ConfidenceInterval.of(List.of(Math.exp(0.9), Math.exp(1.0), Math.exp(1.1)))
                .orElseThrow();
        assertThat(Math.log(estimate.value())).isCloseTo(1, within(1e-9));
        assertThat(Math.log(estimate.high())).isCloseTo(1 + 4.30265 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(Math.log(estimate.low())).isCloseTo(1 - 4.30265 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(estimate.sets()).isEqualTo(3);
        assertThat(estimate.covers(Math.E)).isTrue();
        assertThat(estimate.covers(10)).isFalse();
    }

    /** Student's 98.75 % quantile of two degrees of freedom is 6.2053. */
    @Test
    void anIntervalThatEndsMeasuringMakesUpForLuck() {
        List<Double> apart = List.of(Math.exp(0.9), Math.exp(1.0), Math.exp(1.1));
        var plan = plan();
        assertThat(ConfidenceInterval.of(apart, plan)).isEqualTo(ConfidenceInterval.of(apart));
        ConfidenceInterval narrowed = ConfidenceInterval.of(apart,
                new Plan(plan.clients(), plan.workload(), plan.axis(),
                        plan.values(), plan.sla(), plan.conditions(), plan.arrivals(), plan.sets(),
                        OptionalDouble.of(0.05),
                        plan.pointNanos(), plan.seed()))
                .orElseThrow();
        assertThat(Math.log(narrowed.high())).isCloseTo(1 + 6.2053 * 0.1 / Math.sqrt(3), within(1e-4));
        assertThat(new ConfidenceInterval(2, 1.9, 2.2, 3).relativeHalfWidth()).isCloseTo(0.075, within(1e-9));
    }

    private static Plan plan() {
        return SimulatedExploration.overConcurrency().facts().plan();
    }

    @Test
    void oneSetGivesAnEstimateWhoseIntervalHasNoEnds() {
        ConfidenceInterval one = ConfidenceInterval.of(List.of(3.0)).orElseThrow();
        assertThat(one).isEqualTo(new ConfidenceInterval(3, 0, Double.POSITIVE_INFINITY, 1));
        assertThat(one.bounded()).isFalse();
        assertThat(one.covers(1)).isTrue();
        assertThat(one.times(2).value()).isEqualTo(6);
        assertThat(ConfidenceInterval.of(List.of(3.0, 3.1)).orElseThrow().bounded()).isTrue();
    }

    @Test
    void ofNothingThereIsNone() {
        assertThat(ConfidenceInterval.of(List.of())).isEmpty();
        assertThat(ConfidenceInterval.of(List.of(0.0))).isEmpty();
        assertThat(ConfidenceInterval.of(List.of(1.0, 0.0))).isEmpty();
    }
}
