package dev.regatta.selfcheck;

import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Json;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Results;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Raw slices of runs in which every cell raced against itself, thinned to what a verdict reads: of the latencies a few
 * percentiles, of what was observed around a slice four decimals. Stored as JSON, compressed.
 *
 * @param runs the runs, each in the form of its results file
 */
public record Recording(List<Results> runs) {

    /** A fork with fewer pairs is too short to be resampled. */
    static final int FEWEST_PAIRS = 32;

    /** Forks per cell below which a recording does not show how forks differ. */
    static final int FEWEST_FORKS = 2;

    private static final int MAX_BYTES = 1 << 26;

    /** Copies the list. */
    public Recording {
        runs = List.copyOf(runs);
    }

    /**
     * The recording of complete runs in which each cell raced against itself.
     *
     * @throws IllegalArgumentException in one sentence, naming the cell, when a run is not such a one or is too short
     */
    public static Recording of(List<MeasuredRun> runs) {
        if (runs.isEmpty() || runs.stream().anyMatch(run -> run.cells().isEmpty())) {
            throw refusal("a run without any cell shows no noise");
        }
        return new Recording(runs.stream().map(Recording::thinned).toList());
    }

    /**
     * Reads a recording back.
     *
     * @param what what is read, for the error
     * @throws IllegalArgumentException naming {@code what} and the place, when it is not a recording
     */
    public static Recording read(InputStream stream, String what) throws IOException {
        try (var plain = new GZIPInputStream(stream)) {
            byte[] bytes = plain.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IllegalArgumentException(
                        what + " holds more than " + MAX_BYTES + " bytes: record fewer runs");
            }
            return Json.read(new String(bytes, StandardCharsets.UTF_8), Recording.class, what);
        }
    }

    /** Writes the recording; the same one gives the same bytes. */
    public void write(OutputStream stream) throws IOException {
        try (var compressed = new GZIPOutputStream(stream)) {
            compressed.write(Json.line(this).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Results thinned(MeasuredRun run) {
        RunFacts facts = run.facts();
        if (!facts.complete()) {
            throw refusal("the run of " + facts.started() + " was interrupted");
        }
        return new Results(Results.SCHEMA, facts.tool(), facts.started(), facts.commit(), facts.seed(), true, List.of(),
                facts.environments(), facts.settings(), run.measurements().map(Recording::thinned).toList());
    }

    private static CellMeasurement thinned(CellMeasurement cell) {
        if (cell.baseline().isEmpty() || !cell.baseline().get().artifacts().equals(cell.candidate().artifacts())) {
            throw refusal(cell.cell() + " did not race against itself");
        }
        if (cell.failure().isPresent()) {
            throw refusal(cell.cell() + ": " + cell.failure().get());
        }
        var sizes = cell.pairs().stream()
                .collect(Collectors.groupingBy(Pair::stage, Collectors.counting()));
        if (sizes.size() < FEWEST_FORKS || sizes.values().stream().anyMatch(pairs -> pairs < FEWEST_PAIRS)) {
            throw refusal(cell.cell() + " has forks of " + sizes.values() + " pairs, expected at least " + FEWEST_FORKS
                    + " of at least " + FEWEST_PAIRS);
        }
        return new CellMeasurement(cell.cell(), cell.candidate(), cell.baseline(), cell.connections(),
                cell.sliceMillis(), cell.forks(), cell.pairs().stream().map(Recording::thinned).toList(),
                cell.failure(), cell.outOfBudget());
    }

    private static Pair thinned(Pair pair) {
        return new Pair(pair.stage(), pair.slices().stream()
                .map(slice -> new ArmSlice(slice.arm(), thinned(slice.slice()), thinned(slice.surroundings())))
                .toList());
    }

    private static Slice thinned(Slice slice) {
        return new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), slice.cpuNanos(),
                slice.errors(), slice.wrong(), slice.problem(), slice.compileMillis(),
                LatencySketch.of(slice.latencies()).encoded(1));
    }

    private static Surroundings thinned(Surroundings around) {
        return new Surroundings(around.elapsedNanos(), around.serverCpuNanos(), rounded(around.foreignOnClientCpus()),
                rounded(around.foreignOnDatabaseCpus()), rounded(around.steal()), around.probeLateNanos());
    }

    private static OptionalDouble rounded(OptionalDouble share) {
        return share.isPresent() ? OptionalDouble.of(Math.round(share.getAsDouble() * 1e4) / 1e4) : share;
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException("nothing was recorded: " + why);
    }
}
