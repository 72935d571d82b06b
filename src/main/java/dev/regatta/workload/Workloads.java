package dev.regatta.workload;

import java.util.List;
import java.util.Map;
import java.util.function.IntBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The catalog of workloads. */
public final class Workloads {

    /** One trivial statement: what a driver and a pool cost when the database does nothing. */
    public static final Workload SELECT_1 = new Reading("select-1", "SELECT 1, read the int (MariaDB's benchmark)",
            everywhere("SELECT 1"), false, 1, 1, 1, constant(1));

    /** One row by primary key. */
    public static final Workload POINT_SELECT = pointSelect("point-select",
            "one prepared select by random id from 10,000 rows (TechEmpower single query)", 1);

    /** Twenty rows by primary key, strictly one after another. */
    public static final Workload POINT_SELECT_20 = pointSelect("point-select-20",
            "20 prepared selects by random id, one after another (TechEmpower multiple queries)", 20);

    /** One wide row. */
    public static final Workload ROW_100_COLUMNS = new Reading("row-100-columns",
            "one row of 100 int columns, read all of them (MariaDB's benchmark)",
            everywhere(IntStream.rangeClosed(1, 100).mapToObj(i -> i + " AS i" + i)
                    .collect(Collectors.joining(", ", "SELECT ", ""))),
            false, 1, 1, 100, (row, column) -> column);

    /** Many narrow rows. */
    public static final Workload ROWS_1000 = new Reading("rows-1000",
            "1000 rows of one int, read all of them (MariaDB's benchmark)",
            Map.of(Dialect.POSTGRESQL, "SELECT seq FROM generate_series(1, 1000) AS s(seq)", Dialect.MARIADB,
                    "SELECT seq FROM seq_1_to_1000"),
            false, 1, 1000, 1, (row, column) -> row);

    /** A hundred inserts in one batch call. */
    public static final Workload INSERT_BATCH = new BatchInsert("insert-batch",
            "a batch of 100 inserts of 100 characters (MariaDB's driver benchmarks)", 100, "regatta---".repeat(10));

    private static final List<Workload> ALL = List.of(SELECT_1, POINT_SELECT, POINT_SELECT_20, ROW_100_COLUMNS,
            ROWS_1000, INSERT_BATCH);

    private Workloads() {
    }

    /** Every workload, in the order of reports. */
    public static List<Workload> all() {
        return ALL;
    }

    /**
     * The workload named {@code id}.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Workload of(String id) {
        return ALL.stream().filter(workload -> workload.id().equals(id)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown workload '" + id + "', expected one of "
                        + ALL.stream().map(Workload::id).collect(Collectors.joining(", "))));
    }

    private static Workload pointSelect(String id, String summary, int statements) {
        return new Reading(id, summary, everywhere("SELECT id, randomnumber FROM world WHERE id = ?"), true, statements,
                1,
                2, (key, column) -> column == 1 ? key : World.number(key));
    }

    private static Map<Dialect, String> everywhere(String sql) {
        return Map.of(Dialect.POSTGRESQL, sql, Dialect.MARIADB, sql);
    }

    private static IntBinaryOperator constant(int value) {
        return (row, column) -> value;
    }
}
