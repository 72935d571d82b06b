package dev.regatta.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The dataset every workload runs on: TechEmpower's {@code world} table with numbers that follow from their ids, so
 * that an expected result needs no query; and beside it, in tables of their own, what is changed, wide, large or empty.
 */
public final class World {

    /** Rows of the {@code world} table; ids are 1 to {@value}. */
    public static final int ROWS = 10_000;

    /** The table that receives inserts; it is emptied between sets, never during a slice. */
    public static final String INSERT_TABLE = "inbox";

    /** Rows of the tables with large values, one at least for every connection a server of ours accepts. */
    static final int LARGE_ROWS = 200;

    /** Rows of the {@code person} table. */
    static final int PERSONS = 10;
    private static final List<String> FIRST_NAMES = List.of("Ada", "Alan", "Barbara", "Donald", "Edsger", "Frances",
            "Grace", "John", "Leslie", "Margaret");
    private static final List<String> LAST_NAMES = List.of("Lovelace", "Turing", "Liskov", "Knuth", "Dijkstra", "Allen",
            "Hopper", "Backus", "Lamport", "Hamilton");

    /** Rows and columns of the {@code wide} table. */
    static final int WIDE_ROWS = 20;
    static final int WIDE_COLUMNS = 200;
    private static final int WIDE_STEP = 1000;

    /** Larger than any number: a stamp is stored as a multiple of it. */
    public static final int STAMP = 16_384;

    private World() {
    }

    /** The {@code randomnumber} stored with {@code id}: Knuth's multiplicative hash folded to 1 to {@value #ROWS}. */
    public static int number(int id) {
        return (int) ((id * 2654435761L & 0xFFFF_FFFFL) % ROWS) + 1;
    }

    /**
     * A number to be written for {@code id}: {@link #number(int)} is its remainder by {@value #STAMP}.
     *
     * @param stamp what makes it differ from the one before, 0 to {@value #ROWS}
     */
    public static int stamped(int id, int stamp) {
        return stamp * STAMP + number(id);
    }

    static String firstName(int person) {
        return FIRST_NAMES.get(person - 1);
    }

    static String lastName(int person) {
        return LAST_NAMES.get(person - 1);
    }

    /** The value of {@code column} of {@code row} of the {@code wide} table, both from 1. */
    static int wide(int row, int column) {
        return row * WIDE_STEP + column;
    }

    /** The name of a column of the {@code wide} table. */
    static String wideName(int column) {
        return "c" + column;
    }

    /** The statements that create and fill the dataset, to be run in order on an empty or already filled database. */
    public static List<String> statements(Dialect dialect) {
        var statements = new ArrayList<>(worldAndInbox(dialect));
        statements.addAll(Ledger.statements(dialect));
        statements.addAll(personAndWide(dialect));
        statements.addAll(large(dialect));
        statements.addAll(Families.statements());
        statements.addAll(TypedRows.statements(dialect));
        return List.copyOf(statements);
    }

    private static List<String> worldAndInbox(Dialect dialect) {
        String number = "CAST(MOD(MOD(%s * 2654435761, 4294967296), " + ROWS + ") + 1 AS %s)";
        return switch (dialect) {
            case POSTGRESQL -> List.of("DROP TABLE IF EXISTS world", "DROP TABLE IF EXISTS " + INSERT_TABLE,
                    "CREATE TABLE world (id int PRIMARY KEY, randomnumber int NOT NULL)",
                    "INSERT INTO world SELECT id, " + number.formatted("id::bigint", "int")
                            + " FROM generate_series(1, " + ROWS + ") AS s(id)",
                    "CREATE UNLOGGED TABLE " + INSERT_TABLE + " (content varchar(100) NOT NULL)",
                    "VACUUM ANALYZE world");
            case MARIADB -> List.of("DROP TABLE IF EXISTS world", "DROP TABLE IF EXISTS " + INSERT_TABLE,
                    "CREATE TABLE world (id int PRIMARY KEY, randomnumber int NOT NULL) ENGINE=InnoDB",
                    "INSERT INTO world SELECT seq, " + number.formatted("seq", "signed") + " FROM seq_1_to_" + ROWS,
                    "CREATE TABLE " + INSERT_TABLE + " (content varchar(100) NOT NULL) ENGINE=InnoDB",
                    "ANALYZE TABLE world");
        };
    }

    private static List<String> personAndWide(Dialect dialect) {
        String persons = IntStream.rangeClosed(1, PERSONS)
                .mapToObj(id -> "(" + id + ", '" + firstName(id) + "', '" + lastName(id) + "')")
                .collect(Collectors.joining(", "));
        String columns = IntStream.rangeClosed(1, WIDE_COLUMNS)
                .mapToObj(column -> wideName(column) + (column == 1 ? " int PRIMARY KEY" : " int NOT NULL"))
                .collect(Collectors.joining(", "));
        String values = IntStream.rangeClosed(1, WIDE_COLUMNS)
                .mapToObj(column -> "seq * " + WIDE_STEP + " + " + column).collect(Collectors.joining(", "));
        return List.of("DROP TABLE IF EXISTS person", "DROP TABLE IF EXISTS wide",
                "CREATE TABLE person (id int PRIMARY KEY, first_name varchar(40) NOT NULL, "
                        + "last_name varchar(40) NOT NULL)",
                "INSERT INTO person VALUES " + persons, "CREATE TABLE wide (" + columns + ")",
                "INSERT INTO wide SELECT " + values + " FROM " + sequence(dialect, WIDE_ROWS));
    }

    /** Every row is there from the start: changing a row locks less than inserting one. */
    private static List<String> large(Dialect dialect) {
        String rows = " FROM " + sequence(dialect, LARGE_ROWS);
        return switch (dialect) {
            // Large objects are no part of the row that names them and would outlive it.
            case POSTGRESQL -> List.of("DO $$ BEGIN IF to_regclass('attachment') IS NOT NULL THEN "
                    + "PERFORM lo_unlink(content) FROM attachment; END IF; END $$", "DROP TABLE IF EXISTS attachment",
                    "CREATE TABLE attachment (id int PRIMARY KEY, content oid NOT NULL)",
                    "INSERT INTO attachment SELECT seq, lo_create(0)" + rows, "DROP TABLE IF EXISTS document",
                    "CREATE UNLOGGED TABLE document (id int PRIMARY KEY, content text NOT NULL) WITH (fillfactor = 50)",
                    "INSERT INTO document SELECT seq, ''" + rows, "DROP TABLE IF EXISTS copied",
                    "CREATE UNLOGGED TABLE copied (id int NOT NULL, number int NOT NULL)");
            case MARIADB -> List.of("DROP TABLE IF EXISTS attachment",
                    "CREATE TABLE attachment (id int PRIMARY KEY, content longblob NOT NULL) ENGINE=InnoDB",
                    "INSERT INTO attachment SELECT seq, ''" + rows, "DROP TABLE IF EXISTS document",
                    "CREATE TABLE document (id int PRIMARY KEY, content mediumtext NOT NULL) ENGINE=InnoDB",
                    "INSERT INTO document SELECT seq, ''" + rows);
        };
    }

    /** A table of one column {@code seq} with the numbers from 1 to {@code rows}. */
    private static String sequence(Dialect dialect, int rows) {
        return switch (dialect) {
            case POSTGRESQL -> "generate_series(1, " + rows + ") AS s(seq)";
            case MARIADB -> "seq_1_to_" + rows;
        };
    }

    /**
     * A query that answers the row count and the sum of the numbers of {@code world}: proof that the dataset is whole.
     */
    public static String proof() {
        return "SELECT COUNT(*), SUM(randomnumber) FROM world";
    }

    /** What {@link #proof()} must answer. */
    public static List<String> expectedProof() {
        long sum = 0;
        for (int id = 1; id <= ROWS; id++) {
            sum += number(id);
        }
        return List.of(Integer.toString(ROWS), Long.toString(sum));
    }
}
