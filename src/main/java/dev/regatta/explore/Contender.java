package dev.regatta.explore;

import dev.regatta.fork.ArmSetup;
import dev.regatta.protocol.ClientId;

import java.util.Objects;

/**
 * A client that load is offered to, beside others.
 *
 * @param client its name, with its JDK where contenders differ in it, without the size of its pool
 * @param setup  what its forks run
 */
public record Contender(ClientId client, ArmSetup setup) {

    /** Checks that the pool is left to the setting. */
    public Contender {
        Objects.requireNonNull(setup);
        if (client.pool().isPresent()) {
            throw new IllegalArgumentException(client + " names a pool, of which the setting has the size");
        }
    }
}
