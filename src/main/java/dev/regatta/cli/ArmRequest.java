package dev.regatta.cli;

import dev.regatta.database.ServerForm;
import dev.regatta.recipe.Jdk;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One arm of a race, as it was asked for.
 *
 * @param roots   root artifacts of the client stack, {@code group:artifact:version} each, the driver first
 * @param classes Regatta's classes that run it, when they are not those that judge
 * @param jdk     the run time of its workers, when it is not the one that judges
 * @param server  the database it races on, when it is not the one the settings name
 */
record ArmRequest(List<String> roots, Optional<Path> classes, Optional<Jdk> jdk, Optional<ServerForm> server) {

    /** An arm on the server that the settings name. */
    ArmRequest(List<String> roots, Optional<Path> classes, Optional<Jdk> jdk) {
        this(roots, classes, jdk, Optional.empty());
    }

    ArmRequest {
        roots = List.copyOf(roots);
        Objects.requireNonNull(classes);
        Objects.requireNonNull(jdk);
        Objects.requireNonNull(server);
    }
}
