package dev.regatta.worker;

import dev.regatta.client.wire.Admin;
import dev.regatta.client.wire.ServerError;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What a server has open, ended from its side: the connections of a pool, as when a server is restarted. */
final class Sessions implements Outages {

    private static final long MOST_MILLIS = 10_000;
    private static final long POLL_MILLIS = 5;
    private static final String NONE = "the server shows none of the sessions that the pool has opened, so that none could be"
            + " ended: the account of the clients must see its own sessions";
    private static final String STILL_THERE = "the server did not end the sessions that it was asked to end";

    private final Dialect dialect;
    private final Admin admin;

    private Sessions(Dialect dialect, Admin admin) {
        this.dialect = dialect;
        this.admin = admin;
    }

    /** Those of a server on which nobody else opens any meanwhile. */
    static Sessions of(Endpoint endpoint) throws IOException {
        return new Sessions(endpoint.dialect(), Admin.connect(endpoint));
    }

    @Override
    public Ahead ahead() throws IOException {
        String moment = now();
        return () -> endThoseSince(moment);
    }

    /** A moment of the server's: sessions that begin later can be told from those before. */
    private String now() throws IOException {
        return admin.run(switch (dialect) {
            case POSTGRESQL -> "SELECT clock_timestamp()";
            case MARIADB -> "SELECT MAX(ID) FROM information_schema.PROCESSLIST";
        }).getFirst().getFirst();
    }

    /** Ends all that began after {@code moment}, and returns when they are gone: those that begin meanwhile as well. */
    private void endThoseSince(String moment) throws IOException {
        int found = end(moment);
        if (found == 0) {
            throw new IOException(NONE);
        }
        for (int polls = 0; found > 0; polls++) {
            if (polls * POLL_MILLIS > MOST_MILLIS) {
                throw new IOException(STILL_THERE);
            }
            // Long enough as a rule: each poll is a statement more that is counted.
            LockSupport.parkNanos(POLL_MILLIS * 1_000_000);
            found = end(moment);
        }
    }

    /** Asks for the end of all that began after {@code moment}; how many are there still. */
    private int end(String moment) throws IOException {
        return switch (dialect) {
            // It could wait for each of them itself, but then looks every 100 ms, one after another.
            case POSTGRESQL -> Integer.parseInt(admin
                    .run("SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity"
                            + " WHERE backend_type = 'client backend' AND backend_start > '" + moment + "'")
                    .getFirst().getFirst());
            case MARIADB -> {
                List<List<String>> ids = admin
                        .run("SELECT ID FROM information_schema.PROCESSLIST WHERE ID > " + moment);
                for (List<String> id : ids) {
                    kill(id.getFirst());
                }
                yield ids.size();
            }
        };
    }

    private void kill(String id) throws IOException {
        try {
            admin.run("KILL CONNECTION " + id);
        } catch (ServerError gone) {
            // It ended by itself meanwhile: whether all have is asked again.
        }
    }

    @Override
    public void close() {
        admin.close();
    }
}
