package dev.regatta.database;

import dev.regatta.client.wire.Admin;
import dev.regatta.client.wire.ServerError;
import dev.regatta.host.Bounded;
import dev.regatta.load.Clock;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * The database {@value #NAME} on a server that somebody else runs. Workloads drop and fill tables with common names, so
 * that they run nowhere else on such a server: Regatta creates this database and marks it, and takes one that is there
 * only if it has the mark or is empty. A session that stays open holds a lock: one run at a time fills and measures it.
 */
final class OwnDatabase implements AutoCloseable {

    /** Its name, on any server. */
    static final String NAME = "regatta";

    /** The table that says whose database it is. */
    static final String MARKER = "regatta_marker";

    private static final String MARK = "owned by Regatta, which drops and fills tables in this database";

    static final Duration ANSWER = Duration.ofSeconds(20);

    /** The server may not have noticed yet that the session of the run before ended. */
    private static final Duration LOCK_WAIT = Duration.ofSeconds(5);

    /** Any number: advisory locks are told apart by it, within one database. */
    private static final long LOCK_KEY = 0x7265_6761_7474_6100L;

    private final Endpoint endpoint;
    private Admin session;

    private OwnDatabase(Endpoint endpoint, Admin session) {
        this.endpoint = endpoint;
        this.session = session;
    }

    /** The database itself. */
    Endpoint endpoint() {
        return endpoint;
    }

    /**
     * Locks the database {@value #NAME} beside the one that {@code given} names, and creates it if it is missing.
     *
     * @param given a database the user may log in to; nothing in it is read or written
     * @throws IllegalStateException in one sentence, when the database is somebody else's, another run uses it, or the
     *                               server refuses
     */
    static OwnDatabase take(Endpoint given) {
        var endpoint = new Endpoint(given.dialect(), given.host(), given.port(), NAME, given.user(), given.password());
        Admin session = bounded(given, () -> {
            try (Admin admin = Admin.connect(given)) {
                create(admin, endpoint);
            }
            return Admin.connect(endpoint);
        });
        try {
            bounded(given, () -> {
                lock(session, endpoint);
                mark(session, endpoint);
                return endpoint;
            });
            return new OwnDatabase(endpoint, session);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** What the server calls its version: {@code PostgreSQL 18.6 on …}, {@code 11.8.6-MariaDB}. */
    String version() {
        return bounded(endpoint, () -> session.run("SELECT version()").getFirst().getFirst());
    }

    /**
     * Why the lock is no longer held: the server ended, or ended the session. A server that was silent for a while ended
     * neither: Java closes the session of a call that is given up, and another one takes the lock again, if nobody else
     * has it by then.
     */
    Optional<String> lost() {
        try {
            try {
                bounded(endpoint, () -> session.run("SELECT 1"));
            } catch (Bounded.Silence e) {
                session.close();
                session = bounded(endpoint, () -> Admin.connect(endpoint));
                bounded(endpoint, () -> {
                    lock(session, endpoint);
                    return endpoint;
                });
            }
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of("the session that keeps other runs out of " + endpoint + " is lost: " + e.getMessage());
        }
    }

    /** Lets other runs use it. What is in it stays. */
    @Override
    public void close() {
        session.close();
    }

    private static void create(Admin admin, Endpoint endpoint) throws IOException {
        boolean exists = !admin.run(switch (endpoint.dialect()) {
            case POSTGRESQL -> "SELECT 1 FROM pg_database WHERE datname = '" + NAME + "'";
            case MARIADB -> "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '" + NAME + "'";
        }).isEmpty();
        if (exists) {
            return;
        }
        try {
            admin.run("CREATE DATABASE " + NAME
                    + (endpoint.dialect() == Dialect.POSTGRESQL ? " TEMPLATE template0" : ""));
        } catch (ServerError e) {
            throw new IllegalStateException("the user " + endpoint.user() + " cannot create the database " + NAME
                    + " on "
                    + where(endpoint) + " (" + e.getMessage() + "); have it created, empty, and owned by that user"
                    // Nobody owns one there.
                    + (endpoint.dialect() == Dialect.MARIADB ? ": GRANT ALL ON " + NAME + ".*" : ""));
        }
    }

    private static void lock(Admin session, Endpoint endpoint) throws IOException {
        String attempt = switch (endpoint.dialect()) {
            case POSTGRESQL -> {
                // Else a server may end the session for being idle, from version 14 on.
                session.run("SELECT set_config('idle_session_timeout', '0', false)"
                        + " WHERE current_setting('idle_session_timeout', true) IS NOT NULL");
                yield "SELECT CASE WHEN pg_try_advisory_lock(" + LOCK_KEY + ") THEN 1 ELSE 0 END";
            }
            case MARIADB -> {
                session.run("SET SESSION wait_timeout = 2147483");
                yield "SELECT GET_LOCK('dev.regatta', 0)";
            }
        };
        long deadlineNanos = Clock.nanos() + LOCK_WAIT.toNanos();
        while (!session.run(attempt).equals(List.of(List.of("1")))) {
            if (Clock.nanos() > deadlineNanos) {
                throw new IllegalStateException("another run measures on " + where(endpoint)
                        + ": it holds the lock of the database " + NAME + "; wait for its end, or use another server");
            }
            pause();
        }
    }

    private static void mark(Admin session, Endpoint endpoint) throws IOException {
        List<String> found = session.run(switch (endpoint.dialect()) {
            case POSTGRESQL -> "SELECT n.nspname || '.' || c.relname FROM pg_class c JOIN pg_namespace n"
                    + " ON n.oid = c.relnamespace WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')"
                    + " AND n.nspname NOT LIKE 'pg\\_toast%' AND n.nspname NOT LIKE 'pg\\_temp%' AND c.relkind NOT IN ('i', 'I')"
                    + " UNION ALL SELECT 'large object ' || oid FROM pg_largeobject_metadata ORDER BY 1";
            case MARIADB -> "SELECT CONCAT(TABLE_SCHEMA, '.', TABLE_NAME) FROM information_schema.TABLES"
                    + " WHERE TABLE_SCHEMA = '" + NAME + "' ORDER BY 1";
        }).stream().map(List::getFirst).toList();
        String marker = switch (endpoint.dialect()) {
            case POSTGRESQL -> "public." + MARKER;
            case MARIADB -> NAME + "." + MARKER;
        };
        if (found.contains(marker)) {
            return;
        }
        if (!found.isEmpty()) {
            throw new IllegalStateException("the database " + NAME + " on " + where(endpoint)
                    + " is not Regatta's: it holds "
                    + String.join(", ", found.subList(0, Math.min(3, found.size())))
                    + (found.size() > 3 ? " and " + (found.size() - 3) + " more" : "") + ", and no table " + MARKER
                    + "; rename that database or use another server, for Regatta drops tables in it");
        }
        session.run("CREATE TABLE " + marker + " (about varchar(200) NOT NULL)");
        session.run("INSERT INTO " + marker + " VALUES ('" + MARK + "')");
    }

    private static <T> T bounded(Endpoint endpoint, Callable<T> call) {
        return bounded(endpoint, ANSWER, call);
    }

    /** What the server answers within a limit. */
    static <T> T bounded(Endpoint endpoint, Duration limit, Callable<T> call) {
        return Bounded.call("the server at " + where(endpoint), limit, call);
    }

    private static void pause() {
        try {
            Thread.sleep(250);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the lock of the database " + NAME, e);
        }
    }

    private static String where(Endpoint endpoint) {
        return endpoint.host() + ":" + endpoint.port();
    }
}
