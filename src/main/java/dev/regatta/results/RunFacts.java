package dev.regatta.results;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of a run beside its cells.
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
 * @param given        the properties that the run was given and that say what is measured, without secrets, names to
 *                     values; of a project's own code also {@value #COMMAND}
 */
public record RunFacts(int schema, String tool, String started, String commit, long seed, boolean complete,
        List<CellId> manifest, SortedMap<Dialect, Fingerprint> environments,
        SortedMap<Dialect, SortedMap<String, String>> settings, SortedMap<String, String> given) {

    /** The version of the form that {@link ResultsFile} writes. */
    public static final int SCHEMA = 4;
    /** Among what a run of a project's own code was given: the command that runs a {@link #CLASS} of operations. */
    public static final String COMMAND = "command";
    /** Stands for the name of a class in a command. */
    public static final String CLASS = "{class}";

    /** Checks the schema version. */
    public RunFacts {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException(
                    "results of schema " + schema + " cannot be read, expected " + SCHEMA + ": measure again");
        }
        Objects.requireNonNull(tool);
        Objects.requireNonNull(started);
        Objects.requireNonNull(commit);
        manifest = List.copyOf(manifest);
        environments = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(environments)));
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(settings)));
        given = Collections.unmodifiableSortedMap(new TreeMap<>(given));
    }

    /** A run that was given nothing. */
    public RunFacts(int schema, String tool, String started, String commit, long seed, boolean complete,
            List<CellId> manifest, SortedMap<Dialect, Fingerprint> environments,
            SortedMap<Dialect, SortedMap<String, String>> settings) {
        this(schema, tool, started, commit, seed, complete, manifest, environments, settings,
                Collections.emptySortedMap());
    }
}
