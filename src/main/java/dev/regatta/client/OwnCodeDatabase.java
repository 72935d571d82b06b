package dev.regatta.client;

import dev.regatta.client.wire.Admin;
import dev.regatta.client.wire.ServerError;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The database that the code of an arm has to itself: made anew for each worker, with what {@value #TEMPLATE} holds if
 * the server has that database, and empty otherwise.
 */
public final class OwnCodeDatabase {

    /** The database that every server has which Regatta uses: nobody can make a database from within itself. */
    private static final String HOME = "regatta";

    /** A copy of the database that a project gave, which nobody connects to. */
    public static final String TEMPLATE = "regatta_template";

    private OwnCodeDatabase() {
    }

    /**
     * Makes the database of {@code endpoint} anew.
     *
     * @throws IllegalStateException with one sentence, if the user may not
     * @throws IOException           if the server does not answer
     */
    public static void make(Endpoint endpoint) throws IOException {
        Endpoint home = endpoint.in(HOME);
        boolean copied = has(home, TEMPLATE);
        copy(home, copied ? TEMPLATE : "", endpoint.database());
    }

    /**
     * Makes a database anew, as a copy of another one.
     *
     * @param home where to log in: neither of the two
     * @param from the other one; empty for none, then the new one is empty
     * @throws IllegalStateException with one sentence, if the user may not, or if it cannot be copied
     * @throws IOException           if the server does not answer
     */
    public static void copy(Endpoint home, String from, String to) throws IOException {
        drop(home, to);
        try (Admin admin = Admin.connect(home)) {
            admin.run("CREATE DATABASE " + quoted(home.dialect(), to)
                    + (from.isEmpty() || home.dialect() == Dialect.MARIADB
                            ? ""
                            : " TEMPLATE " + quoted(home.dialect(), from)));
        } catch (ServerError e) {
            throw new IllegalStateException("the user " + home.user() + " cannot create the database " + to
                    + (from.isEmpty() ? "" : " as a copy of " + from) + " (" + e.getMessage() + "); " + switch (home
                            .dialect()) {
                        case POSTGRESQL -> "give it CREATEDB" + (from.isEmpty()
                                ? ""
                                : " and the ownership of " + from + ", and let nobody be connected to " + from);
                        case MARIADB -> "GRANT ALL ON `regatta\\_%`.* to it";
                    }, e);
        }
        if (!from.isEmpty() && home.dialect() == Dialect.MARIADB) {
            copyTables(home.in(from), home.in(to));
        }
    }

    /** Drops a database if it is there. */
    public static void drop(Endpoint home, String name) throws IOException {
        try (Admin admin = Admin.connect(home)) {
            admin.run("DROP DATABASE IF EXISTS " + quoted(home.dialect(), name)
                    + (home.dialect() == Dialect.POSTGRESQL ? " WITH (FORCE)" : ""));
        } catch (ServerError e) {
            if (has(home, name)) {
                throw e;
            }
            // The user may not even ask for it.
        }
    }

    /** Whether the server has a database. */
    public static boolean has(Endpoint home, String name) throws IOException {
        try (Admin admin = Admin.connect(home)) {
            return !admin.run(switch (home.dialect()) {
                case POSTGRESQL -> "SELECT 1 FROM pg_database WHERE datname = " + literal(name);
                case MARIADB -> "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = " + literal(name);
            }).isEmpty();
        }
    }

    /**
     * Brings the statistics up to date. Otherwise a server does so by itself after a while, and may choose other plans
     * from then on.
     */
    static void settle(Endpoint endpoint) throws IOException {
        try (Admin admin = Admin.connect(endpoint)) {
            switch (endpoint.dialect()) {
                case POSTGRESQL -> admin.run("VACUUM (ANALYZE)");
                case MARIADB -> {
                    for (String table : tables(admin, endpoint.database())) {
                        admin.run("ANALYZE TABLE " + quoted(Dialect.MARIADB, table));
                    }
                }
            }
        }
    }

    /** MariaDB has no templates: tables with their rows are copied, and what is no table is refused. */
    private static void copyTables(Endpoint from, Endpoint to) throws IOException {
        List<String> tables;
        List<String> definitions = new ArrayList<>();
        try (Admin theirs = Admin.connect(from)) {
            String schema = literal(from.database());
            List<List<String>> others = theirs.run("SELECT CONCAT('the ', LOWER(TABLE_TYPE), ' ', TABLE_NAME) FROM"
                    + " information_schema.TABLES WHERE TABLE_SCHEMA = " + schema + " AND TABLE_TYPE <> 'BASE TABLE'"
                    + " UNION ALL SELECT CONCAT('the trigger ', TRIGGER_NAME) FROM information_schema.TRIGGERS"
                    + " WHERE TRIGGER_SCHEMA = " + schema
                    + " UNION ALL SELECT CONCAT('the ', LOWER(ROUTINE_TYPE), ' ', ROUTINE_NAME) FROM"
                    + " information_schema.ROUTINES WHERE ROUTINE_SCHEMA = " + schema);
            if (!others.isEmpty()) {
                throw new IllegalStateException("the database " + from.database() + " of MariaDB cannot be copied for"
                        + " each arm, as it has " + others.getFirst().getFirst()
                        + ": make what is no table in the constructor");
            }
            tables = tables(theirs, from.database());
            for (String table : tables) {
                definitions.add(theirs.run("SHOW CREATE TABLE " + quoted(Dialect.MARIADB, table)).getFirst().get(1));
            }
        }
        try (Admin ours = Admin.connect(to)) {
            ours.run("SET SESSION foreign_key_checks = 0");
            for (String definition : definitions) {
                ours.run(definition);
            }
            for (String table : tables) {
                // What is generated cannot be given.
                String columns = String.join(", ", ours.run("SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE"
                        + " TABLE_SCHEMA = DATABASE() AND TABLE_NAME = " + literal(table)
                        + " AND IS_GENERATED = 'NEVER' ORDER BY ORDINAL_POSITION").stream()
                        .map(row -> quoted(Dialect.MARIADB, row.getFirst())).toList());
                ours.run("INSERT INTO " + quoted(Dialect.MARIADB, table) + " (" + columns + ") SELECT " + columns
                        + " FROM " + quoted(Dialect.MARIADB, from.database()) + "." + quoted(Dialect.MARIADB, table));
            }
        }
    }

    private static List<String> tables(Admin admin, String database) throws IOException {
        return admin.run("SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = " + literal(database)
                + " AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME").stream().map(List::getFirst).toList();
    }

    private static String quoted(Dialect dialect, String name) {
        return switch (dialect) {
            case POSTGRESQL -> '"' + name.replace("\"", "\"\"") + '"';
            case MARIADB -> '`' + name.replace("`", "``") + '`';
        };
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
