package dev.regatta.baseline;

import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Recipe;
import dev.regatta.workload.Dialect;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The content of one file {@code baselines/<database>.json}. Every entry of it was measured with the recipe it names
 * for the cell's stack.
 *
 * @param schema       {@value #SCHEMA}
 * @param tool         version of Regatta that wrote it
 * @param database     the database
 * @param recipes      the recipe of each client stack
 * @param environments the book of each environment class; no fingerprint appears twice
 */
public record Baseline(int schema, String tool, Dialect database, SortedMap<String, Recipe> recipes,
        List<Environment> environments) {

    /** The version of this file's form. */
    public static final int SCHEMA = 1;

    /** Checks the schema version and that the parts belong together. */
    public Baseline {
        if (schema != SCHEMA) {
            throw new IllegalArgumentException("schema " + schema + " was found, expected " + SCHEMA);
        }
        Objects.requireNonNull(tool, "tool");
        Objects.requireNonNull(database, "database");
        recipes = Collections.unmodifiableSortedMap(new TreeMap<>(Map.copyOf(recipes)));
        environments = List.copyOf(environments);
        for (var recipe : recipes.entrySet()) {
            if (!recipe.getKey().equals(recipe.getValue().stack())) {
                throw new IllegalArgumentException("the recipe of '" + recipe.getValue().stack()
                        + "' is filed under '" + recipe.getKey() + "'");
            }
        }
        if (environments.stream().map(Environment::fingerprint).distinct().count() != environments.size()) {
            throw new IllegalArgumentException("two environments have the same fingerprint");
        }
        for (var environment : environments) {
            for (CellId cell : environment.cells().keySet()) {
                if (cell.database() != database) {
                    throw new IllegalArgumentException("cell " + cell + " is not one of " + database);
                }
                if (!recipes.containsKey(cell.client().stack())) {
                    throw new IllegalArgumentException("cell " + cell + " has no recipe");
                }
            }
        }
    }

    /** An empty baseline: two recipes can race with it, and nothing else can be judged. */
    public static Baseline empty(Dialect database) {
        return new Baseline(SCHEMA, "", database, Collections.emptySortedMap(), List.of());
    }

    /** The recipe of a client stack. */
    public Optional<Recipe> recipe(String stack) {
        return Optional.ofNullable(recipes.get(stack));
    }

    /** The feature releases of the JDKs that entries of a client stack were measured on, the newest first. */
    public List<Integer> jdks(String stack) {
        return environments.stream().filter(environment -> environment.cells().keySet().stream()
                .anyMatch(cell -> cell.client().stack().equals(stack)))
                .map(environment -> environment.fingerprint().fact(Fingerprint.JDK))
                .filter(feature -> feature.matches("\\d{1,3}")).map(Integer::valueOf).distinct()
                .sorted(Comparator.reverseOrder()).toList();
    }

    /** The cells that have an entry in any environment, in their order. */
    public Stream<CellId> cells() {
        return environments.stream().flatMap(environment -> environment.cells().keySet().stream()).distinct().sorted();
    }

    /** Whether any environment has an entry of {@code cell}. */
    public boolean knows(CellId cell) {
        return environments.stream().anyMatch(environment -> environment.entry(cell).isPresent());
    }

    /** The environments with an entry of {@code cell}. */
    public List<Environment> with(CellId cell) {
        return environments.stream().filter(environment -> environment.entry(cell).isPresent()).toList();
    }

    /** The environment that has exactly this fingerprint. */
    public Optional<Environment> in(Fingerprint where) {
        return environments.stream().filter(there -> there.fingerprint().equals(where)).findFirst();
    }

    /**
     * The environment nearest to {@code now} among those {@linkplain Fingerprint#comparableTo comparable} to it that
     * satisfy {@code condition}: the one with the fewest differing facts, the first of the file among equals.
     */
    public Optional<Environment> nearest(Fingerprint now, Predicate<Environment> condition) {
        Stream<Environment> comparable = environments.stream().filter(condition)
                .filter(environment -> environment.fingerprint().comparableTo(now));
        return comparable.min(Comparator.comparing(
                environment -> now.changesFrom(environment.fingerprint()).size()));
    }
}
