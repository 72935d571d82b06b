package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the readings of a slice are multiplied by.
 *
 * @param factors one per metric, above 0
 */
record Change(Map<Metric, Double> factors) {

    /** Nothing is changed. */
    static final Change NONE = new Change(
            Map.of(Metric.THROUGHPUT, 1.0, Metric.TAIL_LATENCY, 1.0, Metric.CLIENT_CPU, 1.0));

    /** The factor of a metric. */
    double of(Metric metric) {
        return factors.get(metric);
    }

    /** This change with a loss on top. */
    Change with(PlantedLoss loss) {
        var both = new EnumMap<>(factors);
        both.merge(loss.metric(), loss.factor(), (before, more) -> before * more);
        return new Change(both);
    }
}
