package dev.regatta.explore;

import dev.regatta.fork.ArmSetup;
import dev.regatta.protocol.ClientId;

import java.util.Objects;

/**
 * A client that load is offered to, beside others.
 *
 * @param client its name, with its JDK where contenders differ in it, and with the size of its pool where all sizes are open
 *               at once
 * @param setup  what its forks run
 */
public record Contender(ClientId client, ArmSetup setup) {

    /** Checks that nothing is missing. */
    public Contender {
        Objects.requireNonNull(client);
        Objects.requireNonNull(setup);
    }

    /** The same with a pool of its own, beside which others may be open. */
    Contender with(int pool) {
        return new Contender(client.with(pool), setup);
    }
}
