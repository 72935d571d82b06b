package dev.regatta.gate;

import dev.regatta.analysis.Rival;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Profile;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Untimed;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measurements with one part exchanged. */
public final class Measured {

    /** One operation. */
    public static final Latencies ONE = new Latencies(new int[]{2000}, new int[]{1});

    private Measured() {
    }

    /** A measurement of times only. */
    public static CellMeasurement of(CellId cell, Recipe candidate, Optional<Recipe> baseline, int connections,
            int sliceMillis, List<ForkStart> forks, List<Pair> pairs, Optional<String> failure, boolean outOfBudget) {
        return new CellMeasurement(cell, new Setup(candidate, baseline, connections, new TreeMap<>()),
                new Timed(sliceMillis, forks, pairs, List.of(), failure, outOfBudget), Untimed.NOTHING);
    }

    /** With these pairs. */
    public static CellMeasurement paired(CellMeasurement cell, List<Pair> pairs) {
        return timed(cell, cell.forks(), pairs, cell.timed().standstills(), cell.failure(), cell.timed().outOfBudget());
    }

    /** With these forks. */
    public static CellMeasurement forked(CellMeasurement cell, List<ForkStart> forks) {
        return timed(cell, forks, cell.pairs(), cell.timed().standstills(), cell.failure(), cell.timed().outOfBudget());
    }

    /** With these standstills. */
    public static CellMeasurement standing(CellMeasurement cell, List<Standstill> standstills) {
        return timed(cell, cell.forks(), cell.pairs(), standstills, cell.failure(), cell.timed().outOfBudget());
    }

    /** Ended early, for this reason. */
    public static CellMeasurement failed(CellMeasurement cell, String why) {
        return timed(cell, cell.forks(), cell.pairs(), cell.timed().standstills(), Optional.of(why),
                cell.timed().outOfBudget());
    }

    /** Ended by its budget. */
    public static CellMeasurement outOfBudget(CellMeasurement cell) {
        return timed(cell, cell.forks(), cell.pairs(), cell.timed().standstills(), cell.failure(), true);
    }

    private static CellMeasurement timed(CellMeasurement cell, List<ForkStart> forks, List<Pair> pairs,
            List<Standstill> standstills, Optional<String> failure, boolean outOfBudget) {
        return new CellMeasurement(cell.cell(), cell.setup(),
                new Timed(cell.timed().sliceMillis(), forks, pairs, standstills, failure, outOfBudget), cell.untimed());
    }

    /** Its arms depend on these inputs. */
    public static CellMeasurement depending(CellMeasurement cell, Map<Arm, Inputs> inputs) {
        Setup setup = cell.setup();
        return new CellMeasurement(cell.cell(), new Setup(setup.candidate(), setup.baseline(), setup.connections(),
                new TreeMap<>(inputs)), cell.timed(), cell.untimed());
    }

    /** A race of the cell's client against another one. */
    public static CellMeasurement against(ClientId rival, CellMeasurement cell) {
        var none = new Inputs(new TreeMap<>());
        return depending(cell, Map.of(Arm.CANDIDATE, Rival.as(none, cell.cell().client()), Arm.BASELINE,
                Rival.as(none, rival)));
    }

    /** Readings of pinned threads alone. */
    public static Untimed pinned(List<Pinning> readings) {
        return new Untimed(readings, List.of(), List.of());
    }

    /** Sampled stacks alone. */
    public static Untimed profiled(List<Profile> profiles) {
        return new Untimed(List.of(), List.of(), profiles);
    }
}
