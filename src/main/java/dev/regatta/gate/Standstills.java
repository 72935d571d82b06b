package dev.regatta.gate;

import dev.regatta.analysis.Metric;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Timetable;

import java.util.List;
import java.util.Optional;

/**
 * One arm of a duel was given up before the first look, in several sets.
 *
 * @param last     the last of these sets
 * @param sets     how many there were
 * @param versions both versions
 */
public record Standstills(Standstill last, int sets, Versions versions) {

    /**
     * The verdict if one arm was given up in two sets, always the same arm, and was waited for {@link Timetable#FAR} times
     * as long as the other one or longer; else empty. A release in which an operation takes seconds, or for ever, is a
     * loss, and not a failure to measure. A measurement that failed after that, for wrong results in what is read last, is
     * no verdict, nor is a raw wire that stands still.
     */
    static Optional<Verdict> verdict(CellMeasurement measurement) {
        var still = measurement.timed().standstills();
        if (still.size() < Standstill.BELIEVED || measurement.baseline().isEmpty() || measurement.failure().isPresent()
                || still.stream().map(Standstill::arm).distinct().count() > 1
                || !ComparisonKind.DUEL.versions().contains(still.getLast().arm())
                || still.stream().anyMatch(set -> set.waitedNanos() < Timetable.FAR * set.otherNanos())) {
            return Optional.empty();
        }
        var metrics = List.of(Metric.THROUGHPUT, Metric.TAIL_LATENCY);
        var standstills = Optional.of(new Standstills(still.getLast(), still.size(),
                Versions.of(measurement, measurement.baseline().orElseThrow())));
        return Optional.of(still.getLast().arm() == Arm.CANDIDATE
                ? new Verdict.Regressed(metrics, List.of(), VerdictKind.REGRESSED, standstills, Optional.empty(),
                        Optional.empty())
                : new Verdict.Improved(metrics, List.of(), standstills));
    }
}
