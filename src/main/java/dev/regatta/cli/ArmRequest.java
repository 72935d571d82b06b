package dev.regatta.cli;

import dev.regatta.database.ServerForm;
import dev.regatta.protocol.ClientId;
import dev.regatta.recipe.Jdk;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One arm of a race, as it was asked for.
 *
 * @param roots   root artifacts of the client stack, {@code group:artifact:version} each, the driver first, and behind
 *                them what else is on its class path
 * @param jars    files that take the place of the jars of roots
 * @param options options of its driver and its pool
 * @param classes Regatta's classes that run it, when they are not those that judge
 * @param jdk     the run time of its workers, when it is not the one that judges
 * @param server  the database it races on, when it is not the one the settings name
 * @param client  its client, in a race of two clients; empty where it is that of the cells
 */
record ArmRequest(List<String> roots, List<Path> jars, SortedMap<String, String> options, Optional<Path> classes,
        Optional<Jdk> jdk, Optional<ServerForm> server, Optional<ClientId> client) {

    ArmRequest {
        roots = List.copyOf(roots);
        jars = List.copyOf(jars);
        options = Collections.unmodifiableSortedMap(new TreeMap<>(options));
        Objects.requireNonNull(classes);
        Objects.requireNonNull(jdk);
        Objects.requireNonNull(server);
        Objects.requireNonNull(client);
    }

    /** Published artifacts with these options, run by the classes and on the server that the settings name. */
    ArmRequest(List<String> roots, Map<String, String> options, Optional<Jdk> jdk) {
        this(roots, List.of(), new TreeMap<>(options), Optional.empty(), jdk, Optional.empty(), Optional.empty());
    }
}
