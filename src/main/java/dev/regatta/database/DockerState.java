package dev.regatta.database;

import dev.regatta.database.DockerEngine.Presence;
import dev.regatta.workload.Dialect;

import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** What there is of Docker, for people: three answers, because a broken engine must not pass for an absent one. */
public sealed interface DockerState {

    /**
     * No engine is installed or named.
     *
     * @param reason what was looked for
     */
    record Absent(String reason) implements DockerState {}

    /**
     * An engine is installed or named and cannot be used.
     *
     * @param cause what it does instead of answering
     */
    record Broken(String cause) implements DockerState {}

    /**
     * An engine answers.
     *
     * @param words  its version, and Testcontainers'
     * @param local  whether it runs on this kernel, so that containers can be placed on CPUs
     * @param images the databases whose image need not be pulled
     */
    record Answering(String words, boolean local, Set<Dialect> images) implements DockerState {}

    /**
     * Looks for an engine and asks it, without starting or pulling anything.
     *
     * @param properties the user's properties, as in {@link Databases#start}
     */
    static DockerState here(Function<String, Optional<String>> properties) {
        return switch (DockerEngine.find()) {
            case Presence.Absent(String reason) -> new Absent(reason);
            case Presence.Broken(String cause) -> new Broken(cause);
            case Presence.Answering(DockerEngine engine) -> engine.state(properties);
        };
    }
}
