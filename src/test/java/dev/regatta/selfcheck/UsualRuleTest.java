package dev.regatta.selfcheck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Metric;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

class UsualRuleTest {

    private static final double[] BEFORE = {98, 99, 100, 101, 102, 98.5, 99.5, 100.5, 101.5, 100};

    @Test
    void nothingIsCalledWorseThatIsTheSame() {
        assertThat(called(Metric.TAIL_LATENCY, 1)).isEmpty();
    }

    @Test
    void whatIsBetterIsNotCalledWorse() {
        assertThat(called(Metric.THROUGHPUT, 3)).isEmpty();
        assertThat(called(Metric.TAIL_LATENCY, 0.3)).isEmpty();
    }

    @Test
    void eachCallsWhatItsThresholdSays() {
        assertThat(called(Metric.CLIENT_CPU, 1.03)).containsExactly(UsualRule.RANKS, UsualRule.WELCH);
        assertThat(called(Metric.CLIENT_CPU, 1.08)).containsExactly(UsualRule.RANKS, UsualRule.INTERVALS,
                UsualRule.WELCH, UsualRule.INTERVALS_IN_TURNS);
        assertThat(called(Metric.THROUGHPUT, 0.85)).containsExactly(UsualRule.TENTH, UsualRule.RANKS,
                UsualRule.INTERVALS, UsualRule.WELCH, UsualRule.TENTH_IN_TURNS, UsualRule.INTERVALS_IN_TURNS);
        assertThat(called(Metric.TAIL_LATENCY, 2.5)).containsExactly(UsualRule.values());
    }

    private static List<UsualRule> called(Metric metric, double factor) {
        double[] after = Arrays.stream(BEFORE).map(value -> value * factor).toArray();
        return Arrays.stream(UsualRule.values()).filter(rule -> rule.alarms(metric, after, BEFORE)).toList();
    }
}
