package dev.regatta.fork;

import dev.regatta.load.Threading;
import dev.regatta.protocol.Artifact;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeException;
import dev.regatta.recipe.ResolvedRecipe;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What runs as one arm.
 *
 * @param recipe  the jars of the client and its options
 * @param jdk     the run time of its forks
 * @param harness what drives the client
 * @param named   the client, in a race of two clients; empty where every arm runs the client of the cell
 */
public record ArmSetup(ResolvedRecipe recipe, Jdk jdk, Harness harness, Optional<ClientId> named) {

    /** The raw-wire client, as its forks are named. */
    public static final ClientId WIRE = new ClientId("wire", Threading.PLATFORM);

    /** Checks that nothing is missing. */
    public ArmSetup {
        Objects.requireNonNull(recipe);
        Objects.requireNonNull(jdk);
        Objects.requireNonNull(named);
        shadowed(recipe, harness.classPath()).ifPresent(jar -> {
            throw new RecipeException("the recipe of " + recipe.recipe().stack() + " brings " + jar
                    + ", of which every worker has another version in front: choose versions that do without it");
        });
    }

    /** An arm that runs the client of the cell. */
    public ArmSetup(ResolvedRecipe recipe, Jdk jdk, Harness harness) {
        this(recipe, jdk, harness, Optional.empty());
    }

    /** The same arm with this client, in a race of two clients. */
    public ArmSetup as(ClientId client) {
        return new ArmSetup(recipe, jdk, harness, Optional.of(client));
    }

    /** The client that this arm runs in a measurement of {@code cell}. */
    public ClientId client(CellId cell) {
        return named.orElse(cell.client());
    }

    /** An artifact of the recipe that a worker would load from the harness' own library of another version instead. */
    private static Optional<String> shadowed(ResolvedRecipe recipe, List<Path> harness) {
        Map<String, String> own = harness.stream().flatMap(entry -> HarnessJars.coordinates(entry).stream())
                .collect(Collectors.toMap(library -> library.substring(0, library.lastIndexOf(':')),
                        library -> library.substring(library.lastIndexOf(':') + 1), (first, second) -> first));
        return recipe.recipe().artifacts().stream()
                .filter(artifact -> !artifact.version().equals(own.getOrDefault(artifact.module(), artifact.version())))
                .map(Artifact::coordinates).findFirst();
    }

    /** The raw wire on this run time. */
    public static ArmSetup ofTheWire(Jdk jdk) {
        return of(new ResolvedRecipe(new Recipe(WIRE.stack(), List.of(), new TreeMap<>()), List.of()), jdk);
    }

    /** A recipe driven by this Regatta. */
    public static ArmSetup of(ResolvedRecipe recipe, Jdk jdk) {
        return new ArmSetup(recipe, jdk, Harness.own());
    }
}
