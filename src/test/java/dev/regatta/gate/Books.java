package dev.regatta.gate;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.BaselineUpdate;
import dev.regatta.baseline.Baselines;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Baselines for tests, made as a user makes them: by an update from a run. */
public final class Books {

    /** The environment of the tests' baseline. */
    public static final Fingerprint HERE = new Fingerprint(new TreeMap<>(Map.of("cpu.model", "Simulated 3000",
            Fingerprint.DATABASE_MODE, "container", Fingerprint.DATABASE_VERSION, "PostgreSQL 18.1",
            Fingerprint.NETWORK_PATH, "bridge", Fingerprint.PLACEMENT, "client=0 database=1")));

    /** The verdict of a short check that passed, where all inputs are the baseline's. */
    public static final Verdict SAME_INPUTS = new Verdict.NotRaced(List.of(), Optional.empty());

    private static final Baseline BASELINE = of(HERE, SimulatedCell.book(77).forks(0).after(256));

    private Books() {
    }

    /** A baseline with one entry, measured {@link #HERE}. */
    public static Baseline baseline() {
        return BASELINE;
    }

    /** The baseline a run leaves behind that starts with none. */
    public static Baseline of(Fingerprint where, CellMeasurement... cells) {
        return BaselineUpdate.apply(Dialect.POSTGRESQL, Optional.empty(), results(where, cells), "first measurement");
    }

    /** Writes a baseline over whatever is there. */
    public static Path store(Path folder, Baseline baseline) {
        try {
            Files.deleteIfExists(Baselines.file(folder, baseline.database()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Baselines.replace(folder, Map.of(), List.of(baseline)).getFirst();
    }

    /** The same run, begun at another time. */
    public static MeasuredRun begun(String when, MeasuredRun run) {
        RunFacts facts = run.facts();
        return new MeasuredRun(new RunFacts(facts.schema(), facts.tool(), when, facts.commit(), facts.seed(),
                facts.complete(), facts.manifest(), facts.environments(), facts.settings()), run.cells());
    }

    /** A complete run of these cells. */
    public static MeasuredRun results(Fingerprint where, CellMeasurement... cells) {
        return new MeasuredRun(new RunFacts(RunFacts.SCHEMA, "0.1.0", "2026-11-20T10:00:00Z", "abc1234", 42, true,
                Arrays.stream(cells).map(CellMeasurement::cell).distinct().toList(),
                new TreeMap<>(Map.of(Dialect.POSTGRESQL, where)), new TreeMap<>()), List.of(cells));
    }
}
