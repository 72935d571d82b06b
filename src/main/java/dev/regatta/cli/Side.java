package dev.regatta.cli;

import dev.regatta.recipe.Jdk;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One side of a race.
 *
 * @param roots   root artifacts of the client stack, {@code group:artifact:version} each, the driver first
 * @param classes Regatta's classes that run it, when they are not those that judge
 * @param jdk     the run time of its workers, when it is not the one that judges
 */
record Side(List<String> roots, Optional<Path> classes, Optional<Jdk> jdk) {

    Side {
        roots = List.copyOf(roots);
        Objects.requireNonNull(classes);
        Objects.requireNonNull(jdk);
    }
}
