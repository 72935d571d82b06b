package dev.regatta.explore;

import dev.regatta.protocol.Change;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known of an exploration beside its points.
 *
 * @param schema      {@value #SCHEMA}
 * @param tool        Regatta's version
 * @param commit      the commit measured, {@code unknown} outside a checkout
 * @param started     when, ISO-8601 UTC
 * @param plan        what is to be measured
 * @param ask         the load that the plan was made for; empty where none was given
 * @param recipes     what each client is made of
 * @param environment where
 * @param inputs      one SHA-256 of all that the points of all clients depend on; empty where nobody noted it
 * @param complete    whether all of the plan was measured
 */
public record Facts(int schema, String tool, String commit, String started, Plan plan, Optional<Ask> ask,
        SortedMap<ClientId, Recipe> recipes, Fingerprint environment, Optional<String> inputs, boolean complete) {

    /** The version of the form. */
    public static final int SCHEMA = 1;

    /** Checks the schema. */
    public Facts {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException("an exploration of schema " + schema + " cannot be read, expected "
                    + SCHEMA + ": measure again");
        }
        Objects.requireNonNull(tool);
        Objects.requireNonNull(commit);
        Objects.requireNonNull(started);
        Objects.requireNonNull(plan);
        Objects.requireNonNull(ask);
        Objects.requireNonNull(environment);
        Objects.requireNonNull(inputs);
        recipes = Collections.unmodifiableSortedMap(new TreeMap<>(recipes));
    }

    /** The same, all of this plan measured. */
    Facts completed(Plan all) {
        return new Facts(schema, tool, commit, started, all, ask, recipes, environment, inputs, true);
    }

    /**
     * Why an exploration cannot be gone on with: points of two kinds would stand beside each other as if they were of
     * one. Empty where nothing differs.
     *
     * @param here what a new exploration of the same plan would be begun with
     */
    public Optional<String> mixes(Facts here) {
        List<Change> differences = here.environment.changesFrom(environment);
        if (!differences.isEmpty()) {
            return Optional.of("in another environment (" + Change.words(differences) + ")");
        }
        if (!here.commit.equals(commit)) {
            return Optional.of("by commit " + commit + ", and this is " + here.commit);
        }
        return inputs.isPresent() && !here.inputs.equals(inputs)
                ? Optional.of("with other classes, jars or options than those that are here now")
                : Optional.empty();
    }
}
