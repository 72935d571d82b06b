package dev.regatta.run;

import dev.regatta.inputs.InputFacts;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Secrets;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.ResultsFile;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run has measured so far, on disk after every cell and marked incomplete until its end: what an interrupted run
 * leaves behind is readable and can never pass. What cannot be written is judged all the same, and written with the
 * next cell if that is possible.
 */
final class RunRecord {

    private final Redaction redaction;
    private final long seed;
    private final List<CellId> manifest;
    private final SortedMap<String, String> given;
    private final Origin origin = Origin.now();
    private final SortedMap<Dialect, Fingerprint> environments = new TreeMap<>();
    private final SortedMap<Dialect, SortedMap<String, String>> settings = new TreeMap<>();
    private final List<CellMeasurement> cells = new ArrayList<>();
    private final ResultsFile results;
    private int written;
    private boolean placesWritten = true;
    private Optional<String> unwritten = Optional.empty();

    /**
     * A record that is written to {@code file} after every cell. It takes the place of an earlier run's results: a run
     * that ends before its first cell must not leave those to be judged.
     *
     * @param manifest the cells that must be judged
     * @param given    the properties that the run was given
     * @param secrets  what must not be in it
     */
    RunRecord(Path file, long seed, List<CellId> manifest, SortedMap<String, String> given, Secrets secrets) {
        redaction = new Redaction(secrets);
        this.seed = seed;
        this.manifest = manifest;
        this.given = secrets.hidden(given);
        results = ResultsFile.begin(file, facts(false));
    }

    /**
     * Notes and writes where cells of this database are measured, and what its server was told: the cells that an
     * interrupted run leaves behind are judged by it.
     */
    void environment(Dialect dialect, Fingerprint fingerprint, SortedMap<String, String> serverSettings) {
        environments.put(dialect, InputFacts.written(fingerprint));
        settings.put(dialect, serverSettings);
        placesWritten = false;
        write();
    }

    /** Where cells of this database are measured. */
    Fingerprint environment(Dialect dialect) {
        return environments.get(dialect);
    }

    /** Adds a cell, writes, and answers what was written of it. */
    CellMeasurement add(CellMeasurement measurement) {
        CellMeasurement redacted = redaction.of(measurement);
        cells.add(redacted);
        write();
        return redacted;
    }

    /** Marks the run complete and answers what was measured. */
    MeasuredRun complete() {
        RunFacts facts = facts(true);
        if (write()) {
            written(() -> results.append(facts));
        }
        return new MeasuredRun(facts, cells);
    }

    /** Why the file does not hold all that was measured, in a sentence; empty if it does. */
    Optional<String> unwritten() {
        return unwritten;
    }

    private boolean write() {
        placesWritten = placesWritten || written(() -> results.append(facts(false)));
        if (!placesWritten) {
            return false;
        }
        while (written < cells.size() && written(() -> results.append(cells.get(written)))) {
            written++;
        }
        return written == cells.size();
    }

    private boolean written(Runnable append) {
        try {
            append.run();
            unwritten = Optional.empty();
        } catch (UncheckedIOException e) {
            unwritten = Optional.of(e.getMessage());
        }
        return unwritten.isEmpty();
    }

    /** The facts of the run so far. */
    RunFacts facts() {
        return facts(false);
    }

    private RunFacts facts(boolean complete) {
        return new RunFacts(RunFacts.SCHEMA, origin.tool(), origin.started(), origin.commit(), seed, complete, manifest,
                environments, settings, given);
    }
}
