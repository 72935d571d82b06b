package dev.regatta.selfcheck;

import dev.regatta.gate.Books;
import dev.regatta.gate.SimulatedCell;
import dev.regatta.load.Threading;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.results.MeasuredRun;
import dev.regatta.workload.Dialect;

import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Recordings of a machine that does not exist. */
final class Recordings {

    private Recordings() {
    }

    /** Runs of {@code cells} cells of three clients, 256 pairs from three sets each. */
    static Recording simulated(int runs, int cells) {
        return new Recording(
                IntStream.range(0, runs).mapToObj(run -> Books.begun("day " + run, run(1000L * run, cells)))
                        .toList());
    }

    /** One run. */
    static MeasuredRun run(long seed, int cells) {
        return run(seed, cells, UnaryOperator.identity());
    }

    /** One run on a machine of another kind. */
    static MeasuredRun run(long seed, int cells, UnaryOperator<SimulatedCell> machine) {
        return Books.results(Books.HERE, IntStream.range(0, cells).mapToObj(i -> SimulatedCell.againstItself(
                machine.apply(SimulatedCell.duel(seed + i).started()).cell(cell(i)).after(256)))
                .toArray(CellMeasurement[]::new));
    }

    private static CellId cell(int i) {
        var threading = Threading.values()[i % Threading.values().length];
        return new CellId(Dialect.POSTGRESQL, new ClientId("pgjdbc+hikari", threading), "workload-" + i);
    }
}
