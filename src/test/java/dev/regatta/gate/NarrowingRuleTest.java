package dev.regatta.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class NarrowingRuleTest {

    private static final ClientId OTHER = ClientId.of("pgjdbc+hikari/virtual");

    @Test
    void itLooksWhereARaceLooks() {
        var rule = rule(0.03);
        assertThat(rule.looks()).isEqualTo(rule.gate().looks());
        assertThat(rule.sets()).isEqualTo(rule.gate().sets());
        assertThat(rule.mostPairs()).isEqualTo(3072);
        assertThat(rule.fewestPairs()).isEqualTo(8);
        assertThat(rule.brief()).isFalse();
    }

    /** A loss of a half is decided after 16 pairs. */
    @Test
    void aDecidedRaceGoesOnUntilTheIntervalIsNarrow() {
        var race = SimulatedCell.duel(2).with(Arm.CANDIDATE, 0.5, 1, 1);
        assertThat(rule(0.02).gate().rule(against(race, 256)).decided()).isTrue();
        assertThat(rule(0.02).rule(against(race, 256)).decided()).isFalse();
        assertThat(rule(0.02).rule(against(race, 1024)).decided()).isTrue();
    }

    /** One set has an interval as well, of what forks are known to differ by, and nothing to check that with. */
    @Test
    void oneSetIsNotEnoughHoweverNarrow() {
        var race = SimulatedCell.duel(1).sets(384, 384, 384).noise(0.01, 0.01, 0.01);
        CellMeasurement one = against(race, 384);
        assertThat(judge(one).readings().get(Metric.THROUGHPUT).relativeHalfWidth()).isLessThan(0.05);
        assertThat(NarrowingRule.isWithin(judge(one), 0.05)).as("also when the budget is over").isFalse();
        var ruling = rule(0.05).rule(one);
        assertThat(ruling.decided()).isFalse();
        assertThat(ruling.fresh()).as("a fresh set tells more").isTrue();
    }

    /** The tail would want three times as many pairs, and nobody asked for it. */
    @Test
    void aSetIsNoLongerThanUsual() {
        var noisy = SimulatedCell.duel(1).sets(384, 384).noise(0.2, 0.4, 0.2);
        assertThat(rule(0.03).rule(against(noisy, 112)).fresh()).isFalse();
        assertThat(rule(0.03).gate().rule(against(noisy, 128)).fresh()).isFalse();
        assertThat(rule(0.03).rule(against(noisy, 128)).fresh()).isTrue();
    }

    @Test
    void threeSetsAreEnoughWhenTheLastOneIsLongEnough() {
        var race = SimulatedCell.duel(1).sets(384, 384, 384).noise(0.01, 0.01, 0.01);
        assertThat(rule(0.05).rule(against(race, 784)).decided()).isFalse();
        assertThat(rule(0.05).rule(against(race, 1024)).decided()).isTrue();
    }

    /** Otherwise it went on until the budget was over, for a ratio that nobody would have been told. */
    @Test
    void whatIsInvalidIsOver() {
        CellMeasurement sound = against(SimulatedCell.duel(1), 64);
        assertThat(rule(0.001).rule(sound).decided()).isFalse();
        var ruling = rule(0.001).rule(sound.and(Measured.pinned(List.of(Pinning.of(Arm.CANDIDATE,
                new Pins(0, 1000, 1, List.of(), List.of()))))));
        assertThat(ruling.decided()).isTrue();
        assertThat(ruling.fresh()).isFalse();
        assertThat(ruling.standing()).startsWith("invalid: ");
    }

    @Test
    void anIntervalThatIsWideIsNone() {
        assertThat(rule(0.001).rule(against(SimulatedCell.duel(1), 3072)).decided()).isFalse();
        assertThat(NarrowingRule.isWithin(judge(against(SimulatedCell.duel(1), 4)), 0.5))
                .as("no ratio is known").isFalse();
        assertThatThrownBy(() -> rule(0)).hasMessageContaining("an interval has a width");
    }

    /**
     * From slices to the end of the race. Forks differ by 2 % here, so that those of a set differ by nearly three times what is
     * known.
     */
    @Test
    @Tag("simulation")
    void theIntervalOfEqualClientsCoversOneAsOftenAsItSays() {
        long covered = IntStream.range(0, 300).parallel().filter(seed -> {
            var race = SimulatedCell.duel(seed).forks(0.02).noise(0.08, 0.2, 0.08);
            CellMeasurement ended = IntStream.rangeClosed(3, 24).mapToObj(set -> against(race, 128 * set))
                    .filter(soFar -> rule(0.03).rule(soFar).decided()).findFirst()
                    .orElseGet(() -> against(race, 3072));
            MetricReading reading = judge(ended).readings().get(Metric.THROUGHPUT);
            return reading.lower() <= 1 && reading.upper() >= 1;
        }).count();
        assertThat(covered).isGreaterThanOrEqualTo(282);
    }

    private static CellMeasurement against(SimulatedCell race, int pairs) {
        return Measured.against(OTHER, race.after(pairs));
    }

    private static CellVerdict judge(CellMeasurement race) {
        return Gate.judge(race, Books.HERE, Books.baseline(), 90);
    }

    private static NarrowingRule rule(double within) {
        return new NarrowingRule(new GateStoppingRule(new CellJudge(Books.HERE, Books.baseline(), 90), true), within);
    }
}
