package dev.regatta.workload;

import java.util.List;

/**
 * The dataset every workload runs on: TechEmpower's {@code world} table with numbers that follow from their ids, so that
 * an expected result needs no query, and an empty table for inserts.
 */
public final class World {

    /** Rows of the {@code world} table; ids are 1 to {@value}. */
    public static final int ROWS = 10_000;

    /** The table that receives inserts; it is emptied between stages, never during a slice. */
    public static final String INSERT_TABLE = "inbox";

    private World() {
    }

    /** The {@code randomnumber} stored with {@code id}: Knuth's multiplicative hash folded to 1 to {@value #ROWS}. */
    public static int number(int id) {
        return (int) ((id * 2654435761L & 0xFFFF_FFFFL) % ROWS) + 1;
    }

    /** The statements that create and fill the dataset, to be run in order on an empty or already filled database. */
    public static List<String> statements(Dialect dialect) {
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

    /** A query that answers the row count and the sum of the numbers of {@code world}: proof that the dataset is whole. */
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
