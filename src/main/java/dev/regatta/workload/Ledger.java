package dev.regatta.workload;

import java.util.List;

/**
 * The table that is updated by id: as {@code world}, which stays as it is, and with numbers that carry a stamp
 * ({@link World#stamped(int, int)}).
 */
final class Ledger {

    /** The value that is read follows from the id, so it does not matter which client wrote the row last. */
    static final String SELECT = "SELECT id, randomnumber % " + World.STAMP
            + " AS randomnumber FROM ledger WHERE id = ?";
    static final String UPDATE = "UPDATE ledger SET randomnumber = ? WHERE id = ?";

    private static final String COLUMNS = " (id int PRIMARY KEY, randomnumber int NOT NULL)";

    private Ledger() {
    }

    /** Creates and fills the table, with {@code world} there. */
    static List<String> statements(Dialect dialect) {
        return switch (dialect) {
            // Half of each page is left free for new versions of its rows, since nothing is vacuumed while it is timed.
            case POSTGRESQL -> List.of("DROP TABLE IF EXISTS ledger",
                    "CREATE UNLOGGED TABLE ledger" + COLUMNS + " WITH (fillfactor = 50)",
                    "INSERT INTO ledger SELECT id, randomnumber FROM world ORDER BY id", "VACUUM ANALYZE ledger");
            case MARIADB -> List.of("DROP TABLE IF EXISTS ledger", "CREATE TABLE ledger" + COLUMNS + " ENGINE=InnoDB",
                    "INSERT INTO ledger SELECT id, randomnumber FROM world ORDER BY id", "ANALYZE TABLE ledger");
        };
    }

    /** Brings the table back to its first size; InnoDB updates in place and needs nothing. */
    static List<String> reset(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> List.of("TRUNCATE TABLE ledger",
                    "INSERT INTO ledger SELECT id, randomnumber FROM world ORDER BY id", "VACUUM ANALYZE ledger");
            case MARIADB -> List.of();
        };
    }
}
