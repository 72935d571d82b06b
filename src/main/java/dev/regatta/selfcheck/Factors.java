package dev.regatta.selfcheck;

import dev.regatta.analysis.Metric;

import java.util.EnumMap;
import java.util.Map;

/**
 * What the readings of a slice are multiplied by.
 *
 * @param byMetric one per metric, above 0
 */
record Factors(Map<Metric, Double> byMetric) {

    /** Nothing is changed. */
    static final Factors NONE = new Factors(
            Map.of(Metric.THROUGHPUT, 1.0, Metric.TAIL_LATENCY, 1.0, Metric.CLIENT_CPU, 1.0));

    /** The factor of a metric. */
    double of(Metric metric) {
        return byMetric.get(metric);
    }

    /** These with a loss on top. */
    Factors with(PlantedLoss loss) {
        var both = new EnumMap<>(byMetric);
        both.merge(loss.metric(), loss.factor(), (before, more) -> before * more);
        return new Factors(both);
    }
}
