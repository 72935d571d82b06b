package dev.regatta.run;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Results;
import dev.regatta.protocol.Secrets;
import dev.regatta.report.ResultsFile;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a run has measured so far, on disk after every cell and marked incomplete until its end: what an interrupted run
 * leaves behind is readable and can never pass.
 */
final class RunRecord {

    private final Path file;
    private final Redaction redaction;
    private final long seed;
    private final List<CellId> manifest;
    private final String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    private final String commit = commit();
    private final Map<Dialect, Fingerprint> environments = new TreeMap<>();
    private final Map<Dialect, SortedMap<String, String>> settings = new TreeMap<>();
    private final List<CellMeasurement> cells = new ArrayList<>();

    /**
     * A record that is written to {@code file} after every cell.
     *
     * @param manifest the cells that must be judged
     * @param secrets  what must not be in it
     */
    RunRecord(Path file, long seed, List<CellId> manifest, Secrets secrets) {
        this.file = file;
        redaction = new Redaction(secrets);
        this.seed = seed;
        this.manifest = manifest;
    }

    /** Takes the place of an earlier run's results: one that ends before its first cell must not leave those to be judged. */
    void begin() {
        write(false);
    }

    /** Notes where cells of this database are measured, and what its server was told. */
    void environment(Dialect dialect, Fingerprint fingerprint, SortedMap<String, String> serverSettings) {
        environments.put(dialect, fingerprint);
        settings.put(dialect, serverSettings);
    }

    /** Where cells of this database are measured. */
    Fingerprint environment(Dialect dialect) {
        return environments.get(dialect);
    }

    /** Adds a cell, writes, and answers what was written of it. */
    CellMeasurement add(CellMeasurement measurement) {
        CellMeasurement written = redaction.of(measurement);
        cells.add(written);
        write(false);
        return written;
    }

    /** Marks the run complete and answers what was written. */
    Results complete() {
        return write(true);
    }

    private Results write(boolean complete) {
        Results results = new Results(Results.SCHEMA, toolVersion(), started, commit, seed, complete, manifest,
                new TreeMap<>(environments), new TreeMap<>(settings), cells);
        ResultsFile.write(file, results);
        return results;
    }

    private static String toolVersion() {
        Properties properties = new Properties();
        try (InputStream in = RunRecord.class.getResourceAsStream("/dev/regatta/version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "rev-parse", "--short=12", "HEAD")
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String answer = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !answer.isEmpty() ? answer : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
