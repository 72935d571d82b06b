package dev.regatta.protocol;

import dev.regatta.workload.Dialect;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One run of the suite, in memory as a whole: the form of a run in a recording, and of {@code results.json} before its
 * records had a line each.
 *
 * @param schema       {@value #SCHEMA}
 * @param tool         Regatta's version
 * @param started      when, ISO-8601 UTC
 * @param commit       the commit measured, {@code unknown} outside a checkout
 * @param seed         seed of every random choice of the run
 * @param complete     false while the run goes on, and for ever if it was interrupted
 * @param manifest     the cells that must be judged
 * @param environments the fingerprint of each database used
 * @param settings     what each database's server was told, names to values; empty where that was not ours to say
 * @param cells        what was measured, in run order
 */
public record Results(int schema, String tool, String started, String commit, long seed, boolean complete,
        List<CellId> manifest, SortedMap<Dialect, Fingerprint> environments,
        SortedMap<Dialect, SortedMap<String, String>> settings, List<CellMeasurement> cells) {

    /** The version of this file's form. */
    public static final int SCHEMA = 1;

    /** Checks the schema version. */
    public Results {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException(
                    "results of schema " + schema + " cannot be read, expected " + SCHEMA + ": measure again");
        }
        Objects.requireNonNull(tool);
        Objects.requireNonNull(started);
        Objects.requireNonNull(commit);
        manifest = List.copyOf(manifest);
        environments = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(environments)));
        settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(settings)));
        cells = List.copyOf(cells);
    }
}
