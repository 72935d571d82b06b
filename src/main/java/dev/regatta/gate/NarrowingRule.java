package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Pair;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Stops measuring two clients when the ratio of their throughputs is known as precisely as was asked for, whatever the
 * verdict is by then. A verdict asks whether there is a loss and ends a race early; this asks how large the difference is.
 *
 * @param gate   its looks, its sets and its judge
 * @param within half the width of the 95 % interval, relative to the ratio
 */
public record NarrowingRule(GateStoppingRule gate, double within) implements StoppingRule {

    /** Checks that a precision is asked for. */
    public NarrowingRule {
        if (!(within > 0)) {
            throw new IllegalArgumentException("an interval has a width, got " + within);
        }
    }

    /** Whether the throughput's ratio of a verdict is known as precisely, on three sets at least. */
    public static boolean isWithin(CellVerdict verdict, double within) {
        MetricReading reading = verdict.readings().get(Metric.THROUGHPUT);
        return reading != null && verdict.sets() >= ToldInterval.FEWEST_SETS && reading.relativeHalfWidth() <= within;
    }

    @Override
    public Set<Integer> looks() {
        return gate.looks();
    }

    @Override
    public int fewestPairs() {
        return gate.fewestPairs();
    }

    @Override
    public List<Integer> sets() {
        return gate.sets();
    }

    @Override
    public int mostPairs() {
        return gate.mostPairs();
    }

    @Override
    public Optional<String> settled(CellMeasurement untimed) {
        return gate.settled(untimed);
    }

    @Override
    public Ruling rule(CellMeasurement soFar) {
        Judgement judged = gate.judge().look(soFar);
        CellVerdict verdict = judged.verdict();
        int last = soFar.pairs().getLast().set();
        long ofLast = soFar.pairs().stream().mapToInt(Pair::set).filter(set -> set == last).count();
        // A set that has only begun says little against the others; a long one says hardly more than a usual one.
        boolean whole = judged.wantsFreshSet() || ofLast >= Looks.USUAL_SET;
        // What is invalid has no ratio, however long it goes on. What others disturbed may still get one.
        boolean invalid = judged instanceof Judgement.OfCell && verdict.verdict() instanceof Verdict.Invalid;
        boolean over = invalid || whole && isWithin(verdict, within);
        return new Ruling(over, (invalid ? verdict.word() + ": " : "") + GateStoppingRule.standing(verdict),
                !over && whole);
    }
}
