package dev.regatta.inputs;

import dev.regatta.baseline.Baseline;
import dev.regatta.baseline.Environment;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.ServerForm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.workload.Dialect;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Finds the servers that older runs were measured on; each is looked for once. */
public final class OlderServers {

    private final Function<Dialect, Optional<ServerForm>> servers;
    private final OlderServer.Finder finder;
    private final Map<Dialect, Today> today = new EnumMap<>(Dialect.class);
    private final Map<Older, OlderServer> found = new HashMap<>();

    private record Older(Dialect dialect, OlderServer.Known server) {}

    /**
     * Today's server.
     *
     * @param form    which; empty where it is the user's own, and where it cannot be had
     * @param problem why it cannot be had
     */
    private record Today(Optional<ServerForm> form, Optional<String> problem) {}

    /**
     * Nothing is looked for yet.
     *
     * @param servers today's server of a database; empty where it is the user's own
     * @param finder  finds older ones
     */
    public OlderServers(Function<Dialect, Optional<ServerForm>> servers, OlderServer.Finder finder) {
        this.servers = servers;
        this.finder = finder;
    }

    /** The server that {@code cell} was measured on, by the books of servers of today's kind. */
    public OlderServer of(CellId cell, Collection<Baseline> books) {
        Dialect dialect = cell.database();
        String mode = mode(dialect).id();
        List<OlderServer.Known> stored = books.stream().flatMap(book -> book.with(cell).stream())
                .map(Environment::fingerprint)
                .filter(environment -> environment.fact(Fingerprint.DATABASE_MODE).equals(mode))
                .map(environment -> OlderServer.Known.of(dialect, environment)).distinct().toList();
        Optional<ServerForm> form = today(dialect).form();
        // If one of the books was measured on today's server, the servers of the others are no change.
        boolean kept = form.isPresent() && stored.stream().anyMatch(server -> server.is(dialect, form.get()));
        return stored.isEmpty() || kept ? new OlderServer.Same() : of(dialect, stored.getFirst());
    }

    /** The server of a base branch; {@code base} gets the mode of today's server. */
    public OlderServer of(Dialect dialect, Function<DatabaseMode, OlderServer.Known> base) {
        return of(dialect, base.apply(mode(dialect)));
    }

    public OlderServer of(Dialect dialect, OlderServer.Known server) {
        Today now = today(dialect);
        return now.problem().<OlderServer>map(OlderServer.Gone::new)
                .orElseGet(() -> found.computeIfAbsent(new Older(dialect, server),
                        older -> OlderServer.of(dialect, server, now.form(), finder)));
    }

    private DatabaseMode mode(Dialect dialect) {
        return today(dialect).form().map(ServerForm::mode).orElse(DatabaseMode.EXTERNAL);
    }

    private Today today(Dialect dialect) {
        return today.computeIfAbsent(dialect, which -> {
            try {
                return new Today(servers.apply(which), Optional.empty());
            } catch (IllegalStateException e) {
                return new Today(Optional.empty(), Optional.of(e.getMessage()));
            }
        });
    }
}
