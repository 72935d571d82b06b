package dev.regatta.protocol;

import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All that is needed to run a client stack again later: every jar with its checksum, the driver first and transitive
 * dependencies included, and the driver's options. Two recipes are equal when an operation cannot tell them apart.
 *
 * @param stack     the client stack, for example {@code pgjdbc+hikari}
 * @param artifacts every jar of the class path, in class-path order; empty for the raw-wire reference, which is part of
 *                  Regatta
 * @param options   driver options
 */
public record Recipe(String stack, List<Artifact> artifacts, SortedMap<String, String> options) {

    private static final String NONE = "none";

    /** Copies the collections. */
    public Recipe {
        Objects.requireNonNull(stack);
        artifacts = List.copyOf(artifacts);
        options = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(options));
    }

    /**
     * What differs from {@code older}: jars in the order of this recipe, those that are gone, and {@link Inputs#OPTIONS};
     * what is in one recipe only is {@code none} in the other. Empty when the recipes are equal.
     */
    public List<Change> changesFrom(Recipe older) {
        var versions = older.artifacts.stream()
                .collect(Collectors.toMap(Artifact::module, Artifact::told, (first, second) -> first));
        // A project's class path may have two versions of a module.
        var known = older.artifacts.stream().map(Artifact::coordinates).collect(Collectors.toSet());
        var mine = artifacts.stream().map(Artifact::module).collect(Collectors.toSet());
        Stream<Change> changed = artifacts.stream()
                .filter(artifact -> !known.contains(artifact.coordinates()))
                .map(artifact -> new Change(artifact.name(), versions.getOrDefault(artifact.module(), NONE),
                        artifact.told()));
        Stream<Change> removed = older.artifacts.stream().filter(artifact -> !mine.contains(artifact.module()))
                .map(artifact -> new Change(artifact.name(), artifact.told(), NONE));
        Stream<Change> rebuilt = artifacts.stream()
                .flatMap(artifact -> older.artifacts.stream()
                        .filter(other -> other.coordinates().equals(artifact.coordinates())
                                && !other.sha256().equals(artifact.sha256()))
                        .limit(1).map(other -> new Change(artifact.name(), other.told(), artifact.told())));
        Stream<Change> option = options.equals(older.options)
                ? Stream.of()
                : Stream.of(new Change(Inputs.OPTIONS, older.options.toString(), options.toString()));
        return Stream.of(changed, removed, rebuilt, option).flatMap(entries -> entries).toList();
    }
}
