package dev.regatta.database;

import dev.regatta.protocol.Counter;
import dev.regatta.workload.Endpoint;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a server counts of its own work since it started: the database's view of its clients. Only differences between
 * two readings mean something. PostgreSQL's backends report what they did when they end at the latest (<a
 * href="https://www.postgresql.org/docs/current/monitoring-stats.html">cumulative statistics</a>), so its reading is
 * there once all clients have left; MariaDB's is always.
 */
public sealed interface ServerCounters {

    /** What such a server counts. */
    static ServerCounters of(Endpoint endpoint) {
        return switch (endpoint.dialect()) {
            case POSTGRESQL -> new Postgresql(endpoint);
            case MARIADB -> new MariaDb(endpoint);
        };
    }

    /** Where to ask, so that asking is counted elsewhere or always in the same way. */
    Endpoint endpoint();

    /** What to ask. */
    String sql();

    /**
     * The counters in the answer; empty while clients are still connected whose work is not in it.
     *
     * @param rows the rows of the answer, every value as text
     * @throws IllegalArgumentException if it is not such an answer
     */
    Optional<SortedMap<Counter, Long>> read(List<List<String>> rows);

    /**
     * Of one database of a PostgreSQL server, asked in another one. Where that has the extension
     * {@code pg_stat_statements} and the server has loaded it, statements and the time of their execution are counted
     * too: the extension counts in all databases, whichever it is asked in.
     */
    record Postgresql(Endpoint measured) implements ServerCounters {

        private static final String OTHER = "postgres";
        private static final List<Counter> COLUMNS = List.of(Counter.TRANSACTIONS, Counter.ROWS_READ,
                Counter.ROWS_WRITTEN, Counter.BUFFER_HITS, Counter.BUFFER_READS);
        private static final List<Counter> OF_STATEMENTS = List.of(Counter.SERVER_STATEMENTS, Counter.EXECUTION_TIME);

        /**
         * Calls and nanoseconds of execution. A query that names what is not there would be refused as a whole, so that
         * this one is a text that only runs where the extension is; {@code total_exec_time} was {@code total_time}
         * before version 13, both in milliseconds.
         */
        private static final String STATEMENTS = """
                (SELECT substring(query_to_xml(format('SELECT coalesce(sum(calls), 0) || '' '' || coalesce(round(sum(
                coalesce(to_jsonb(s)->>''total_exec_time'', to_jsonb(s)->>''total_time'')::numeric) * 1000000), 0) AS seen
                FROM %I.pg_stat_statements(false) s WHERE dbid = %s', nspname, datid), true, true, '')::text
                FROM '>([0-9]+ [0-9]+)<') FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
                WHERE extname = 'pg_stat_statements' AND has_schema_privilege(n.oid, 'USAGE')
                AND EXISTS (SELECT FROM pg_settings WHERE name = 'pg_stat_statements.track'))""";

        @Override
        public Endpoint endpoint() {
            return new Endpoint(measured.dialect(), measured.host(), measured.port(),
                    measured.database().equals(OTHER) ? "template1" : OTHER, measured.user(), measured.password());
        }

        @Override
        public String sql() {
            String name = "'" + measured.database().replace("'", "''") + "'";
            return "SELECT (SELECT count(*) FROM pg_stat_activity WHERE datname = " + name + "), "
                    + "xact_commit + xact_rollback, tup_returned, tup_inserted + tup_updated + tup_deleted, "
                    + "blks_hit, blks_read, " + STATEMENTS + " FROM pg_stat_database WHERE datname = " + name;
        }

        @Override
        public Optional<SortedMap<Counter, Long>> read(List<List<String>> rows) {
            if (rows.size() != 1 || rows.getFirst().size() != COLUMNS.size() + 2) {
                throw new IllegalArgumentException("pg_stat_database answered " + rows);
            }
            List<String> row = rows.getFirst();
            if (!row.getFirst().equals("0")) {
                return Optional.empty();
            }
            var counters = new TreeMap<Counter, Long>();
            for (int i = 0; i < COLUMNS.size(); i++) {
                counters.put(COLUMNS.get(i), Long.parseLong(row.get(i + 1)));
            }
            if (!row.getLast().isEmpty()) {
                String[] seen = row.getLast().split(" ");
                for (int i = 0; i < seen.length; i++) {
                    counters.put(OF_STATEMENTS.get(i), Long.parseLong(seen[i]));
                }
            }
            return Optional.of(Collections.unmodifiableSortedMap(counters));
        }
    }

    /** Of a MariaDB server, which counts commits of statements but not transactions. */
    record MariaDb(Endpoint endpoint) implements ServerCounters {

        /** What adds up to each counter. */
        private static final Map<Counter, List<String>> VARIABLES = Map.of(
                Counter.SERVER_STATEMENTS, List.of("QUESTIONS"),
                Counter.ROWS_READ, List.of("ROWS_READ"),
                Counter.ROWS_WRITTEN, List.of("HANDLER_WRITE", "HANDLER_UPDATE", "HANDLER_DELETE"),
                Counter.BUFFER_HITS, List.of("INNODB_BUFFER_POOL_READ_REQUESTS"),
                Counter.BUFFER_READS, List.of("INNODB_BUFFER_POOL_READS"));

        @Override
        public String sql() {
            return VARIABLES.values().stream().flatMap(List::stream).sorted().collect(Collectors.joining("', '",
                    "SHOW GLOBAL STATUS WHERE Variable_name IN ('", "')"));
        }

        @Override
        public Optional<SortedMap<Counter, Long>> read(List<List<String>> rows) {
            Map<String, Long> values = rows.stream().collect(Collectors.toMap(
                    row -> row.getFirst().toUpperCase(Locale.ROOT), row -> Long.parseLong(row.get(1))));
            var counters = new TreeMap<Counter, Long>();
            new TreeMap<>(VARIABLES).forEach((counter, names) -> {
                if (!values.keySet().containsAll(names)) {
                    throw new IllegalArgumentException("SHOW GLOBAL STATUS answered " + rows + " where " + names
                            + " were expected");
                }
                counters.put(counter, names.stream().mapToLong(values::get).sum());
            });
            return Optional.of(Collections.unmodifiableSortedMap(counters));
        }
    }
}
