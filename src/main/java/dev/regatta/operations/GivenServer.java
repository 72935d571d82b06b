package dev.regatta.operations;

import java.util.Objects;

/**
 * The server that a class's {@link DatabaseServer} gave, in texts: what races may be another process.
 *
 * @param at        the given database
 * @param container the id of the container that it is in; empty if it is in none, or in an unknown one
 * @param by        for people: {@code OrderRepositoryRaceIT.server()}
 */
public record GivenServer(DatabaseAddress at, String container, String by) {

    /** Checks that every part is there. */
    public GivenServer {
        Objects.requireNonNull(at);
        Objects.requireNonNull(container);
        Objects.requireNonNull(by);
    }
}
