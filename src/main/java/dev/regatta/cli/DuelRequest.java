package dev.regatta.cli;

import dev.regatta.database.DatabaseMode;
import dev.regatta.protocol.CellId;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A race of two arms over some workloads.
 *
 * @param cells       one or more cells of the candidate's client on one database, in the order of the report
 * @param baseline    the older arm: ratios are candidate / baseline
 * @param candidate   the arm that gets the verdict
 * @param connections connections, and operations in flight, of each arm; empty for the standard number
 * @param database    where the database comes from
 * @param budget      how long measuring may take; empty for the standard time
 * @param seed        seed of every random choice; empty to draw one
 * @param latency     what a relay adds to every round trip; empty for none
 * @param profiled    whether an untimed slice of each arm is recorded by JDK Flight Recorder and kept
 * @param said        options of the command line that no recipe tells, names to values, so that a report can repeat
 *                    them
 * @param within      of two clients: how narrow the interval of their throughputs' ratio must be, as half its width
 *                    relative to the ratio; empty to end with the verdict
 */
record DuelRequest(List<CellId> cells, ArmRequest baseline, ArmRequest candidate, Optional<Integer> connections,
        DatabaseMode database, Optional<Duration> budget, Optional<Long> seed, Optional<Duration> latency,
        boolean profiled, SortedMap<String, String> said, Optional<Double> within) {

    DuelRequest {
        cells = List.copyOf(cells);
        if (cells.isEmpty() || cells.stream().map(cell -> cell.database() + "/" + cell.client()).distinct()
                .count() != 1) {
            throw new IllegalArgumentException("a race is about the workloads of one candidate, got " + cells);
        }
        Objects.requireNonNull(baseline);
        Objects.requireNonNull(candidate);
        Objects.requireNonNull(connections);
        Objects.requireNonNull(database);
        Objects.requireNonNull(budget);
        Objects.requireNonNull(seed);
        Objects.requireNonNull(within);
        said = Collections.unmodifiableSortedMap(new TreeMap<>(said));
    }

    /** The same race, which goes on until the interval is this narrow. */
    DuelRequest within(Optional<Double> width) {
        return new DuelRequest(cells, baseline, candidate, connections, database, budget, seed, latency, profiled, said,
                width);
    }
}
