package dev.regatta.stack;

import dev.regatta.workload.Idle;

import java.util.Set;

/**
 * Where an operation gets its connection from. {@code pool.keepAlive} is how often a pool looks after connections that
 * nobody uses, in milliseconds: Agroal asks each whether it is alive; the others look for those that have become too old
 * and send nothing. (HikariCP asks as well, every 30 seconds at most.)
 */
public enum Pool {
    /** One connection for every logical worker, kept by the client itself. */
    OWN_CONNECTIONS,
    /** No pool: every operation opens a connection and closes it. */
    NONE,
    /** HikariCP. */
    HIKARI(Idle.KEEP_ALIVE),
    /** Agroal. {@code pool.connectionCache} is {@code thread-local}, its default, or {@code none}. */
    AGROAL("pool.connectionCache", Idle.KEEP_ALIVE),
    /** r2dbc-pool. */
    R2DBC_POOL(Idle.KEEP_ALIVE),
    /** The pool of a client of Vert.x. Operations do not share a connection. */
    VERTX(Idle.KEEP_ALIVE),
    /**
     * One connection of a client of Vert.x, which sends operations before earlier ones are answered and lends nothing.
     */
    ONE_PIPELINED,
    /** Whatever a project's own code makes. */
    OF_THE_PROJECT;

    /** How the names of pool options begin; all others are the driver's. */
    static final String PREFIX = "pool.";

    private final Set<String> options;

    Pool(String... options) {
        this.options = Set.of(options);
    }

    /** Whether it is a pool of a chosen size. */
    public boolean sized() {
        return switch (this) {
            case HIKARI, AGROAL, R2DBC_POOL, VERTX -> true;
            case OWN_CONNECTIONS, NONE, ONE_PIPELINED, OF_THE_PROJECT -> false;
        };
    }

    /** The names of the options it takes. */
    Set<String> options() {
        return options;
    }
}
