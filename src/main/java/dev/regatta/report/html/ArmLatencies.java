package dev.regatta.report.html;

import dev.regatta.analysis.Latencies;
import dev.regatta.analysis.PairedRatios;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.Pair;
import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The latencies of all slices of each arm. */
final class ArmLatencies {

    private ArmLatencies() {
    }

    /** One histogram for each arm that took part in every pair. */
    static SortedMap<Arm, Histogram> of(List<Pair> pairs) {
        var latencies = new TreeMap<Arm, Histogram>();
        Arrays.stream(Arm.values()).filter(arm -> PairedRatios.everyPairHolds(arm, pairs))
                .forEach(arm -> latencies.put(arm,
                        Latencies.merged(pairs.stream().map(pair -> pair.of(arm)).map(ArmSlice::slice).toList())));
        return Collections.unmodifiableSortedMap(latencies);
    }
}
