package dev.regatta.workload;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntBinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The catalog of workloads. */
public final class Workloads {

    /** One trivial statement: what a driver and a pool cost when the database does nothing. */
    public static final Workload SELECT_1 = new Reading("select-1", "SELECT 1, read the int (MariaDB's benchmark)",
            everywhere("SELECT 1"), false, 1, 1, 1, constant(1));

    /**
     * One trivial statement without a result set. PostgreSQL's {@code DO} is a block of code, so that a setting is set
     * there.
     */
    public static final Workload DO_1 = new Action("do-1",
            "DO 1 (MariaDB), SET of a setting (PostgreSQL): no result set (MariaDB's benchmark)",
            Map.of(Dialect.POSTGRESQL, "SET regatta.one = 1", Dialect.MARIADB, "DO 1"));

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

    /** Ten rows with texts. */
    public static final Workload ROWS_10 = new Listing("rows-10",
            "SELECT id, first_name, last_name of 10 persons (R2DBC vs JDBC)",
            everywhere(Entity.PERSON.sql()), World.PERSONS,
            List.of(new Listing.Ints("id", row -> row), new Listing.Texts("first_name", World::firstName),
                    new Listing.Texts("last_name", World::lastName)),
            false);

    /** Many values, each looked up by the name of its column. */
    public static final Workload COLUMNS_BY_NAME = new Listing("columns-by-name",
            "20 rows of 200 int columns, every value read by column name", everywhere("SELECT * FROM wide"),
            World.WIDE_ROWS,
            IntStream.rangeClosed(1, World.WIDE_COLUMNS).<Listing.Column>mapToObj(
                    column -> new Listing.Ints(World.wideName(column), row -> World.wide(row, column))).toList(),
            true);

    /** The cheapest transaction. */
    public static final Workload TRANSACTION_READ = new Transaction("transaction-read",
            "autocommit off: SELECT 1, commit; shows what a transaction costs", (Reading) SELECT_1, false, false);

    /** Many rows where a driver may read them through a cursor, which PostgreSQL has in transactions only. */
    public static final Workload TRANSACTION_ROWS = new Transaction("transaction-rows",
            "autocommit off: 1000 rows of one int, commit; with an option for the fetch size they come in parts",
            (Reading) ROWS_1000, false, false);

    /** A small transaction. */
    public static final Workload TRANSACTION = new Transaction("transaction",
            "autocommit off: a prepared select by random id, an update of that row, commit", ledgerSelect(1), true,
            false);

    /** Twenty reads and twenty updates. */
    public static final Workload UPDATE_20 = new Transaction("update-20",
            "20 prepared selects by random id, then 20 updates, one after another, autocommit (TechEmpower updates)",
            ledgerSelect(20), true, true);

    /** Updates in one batch call. */
    public static final Workload BATCH_UPDATE = new BatchUpdate("batch-update",
            "a batch of 200 updates by random id, commit", 200);

    /** Parameters that do not fit into a packet. */
    public static final Workload LARGE_PARAMETER = new LargeParameter("large-parameter",
            "a prepared insert (or replacement) and a prepared select, each with a text parameter of 16 KiB",
            Stream.of("regatta-", "fairway-", "windage-", "halyard-").map(word -> word.repeat(2048)).toList());

    /** A connection of its own for every operation. */
    public static final Workload CONNECT = new Connect("connect", "open a connection without a pool, SELECT 1, close");

    /** Large objects. */
    public static final Workload BLOB = BlobStream.of("blob",
            "write a stream of 256 KiB into a large object (PostgreSQL) or LONGBLOB (MariaDB), commit, read it back",
            256 * 1024, 4);

    /** PostgreSQL's bulk load. */
    public static final Workload COPY_IN = new CopyIn("copy-in",
            "COPY of 10,000 rows in as many writes (PostgreSQL); the server keeps every hundredth", 10_000);

    /** Questions about tables. */
    public static final Workload METADATA = new Metadata("metadata",
            "getColumns, getImportedKeys, getCrossReference and getExportedKeys over 20 parent and 40 child tables, and"
                    + " getTypeInfo");

    /** Values of all types. */
    public static final Workload TYPES = new TypedRows("types",
            "a row found by its 13 values, each a parameter of its type, and 20 rows read with all of them", 20);

    /** Waiting: an operation uses about as much CPU of the client as one of {@link #SELECT_1}. */
    public static final Workload SLEEP_10 = new Reading("sleep-10",
            "the server sleeps for 10 ms; shows how many operations can be in flight",
            Map.of(Dialect.POSTGRESQL, "SELECT 0 FROM pg_sleep(0.01)", Dialect.MARIADB, "SELECT SLEEP(0.01)"), false, 1,
            1, 1, constant(0), true);

    /** MariaDB's own form of {@link #SELECT_1}. */
    public static final Workload BURST_100 = new Burst("burst-100",
            "100 tasks of select-1 at once, on an executor made for them (MariaDB's benchmark)", (Reading) SELECT_1,
            100, 0);

    /** More callers than a pool ever has connections. */
    public static final Workload BURST_2000 = new Burst("burst-2000",
            "2000 tasks of select-1 at once over 50 connections, on an executor made for them", (Reading) SELECT_1,
            2000, 50);

    /** A pool that begins. */
    public static final Workload POOL_GROWTH = new PoolCycle("pool-growth",
            "open a pool, 12 callers at once, each of which keeps a connection until 8 have one, close the pool;"
                    + " a relay holds each log-in for 20 ms",
            callers(12), 8, 16, 20, PoolCycle.Outage.NONE);

    /** A pool whose server begins again. */
    public static final Workload POOL_RECOVERY = new PoolCycle("pool-recovery",
            "the same, but the server then ends the connections: the callers come back until all are served",
            callers(12), 8, 16, 20, PoolCycle.Outage.ENDED);

    /** A pool that nobody tells that its server is gone. */
    public static final Workload POOL_HALF_OPEN = new PoolCycle("pool-half-open",
            "the same, but the connections go silent instead of being ended: a relay answers nothing any more",
            callers(12), 8, 16, 20, PoolCycle.Outage.SILENT);

    /** A pool that nobody asks. */
    public static final Workload IDLE = new Idle("idle",
            "nobody asks a pool of 4 connections for 25 ms, and it looks after them every 10 ms", 4, 25, 10);

    private static final List<Workload> ALL = List.of(SELECT_1, DO_1, POINT_SELECT, POINT_SELECT_20, ROW_100_COLUMNS,
            ROWS_10,
            ROWS_1000, COLUMNS_BY_NAME, TRANSACTION_READ, TRANSACTION_ROWS, TRANSACTION, UPDATE_20, INSERT_BATCH,
            BATCH_UPDATE, LARGE_PARAMETER, BLOB, COPY_IN, CONNECT, METADATA, TYPES, SLEEP_10, BURST_100, BURST_2000,
            POOL_GROWTH, POOL_RECOVERY, POOL_HALF_OPEN, IDLE);

    /** Explorations may have another number of queries than the suite. */
    private static final Pattern POINT_SELECTS = Pattern.compile("point-select-([2-9]|[1-9]\\d|100)");

    private Workloads() {
    }

    /** Every workload, in the order of reports. */
    public static List<Workload> all() {
        return ALL;
    }

    /**
     * The workload named {@code id}: one of the catalog, or a method of a project's own code.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public static Workload of(String id) {
        if (OwnCode.is(id)) {
            return new OwnCode(id);
        }
        Matcher more = POINT_SELECTS.matcher(id);
        return ALL.stream().filter(workload -> workload.id().equals(id)).findFirst()
                .or(() -> more.matches()
                        ? Optional
                                .of(pointSelect(id, more.group(1) + " prepared selects by random id, one after another",
                                        Integer.parseInt(more.group(1))))
                        : Optional.empty())
                .orElseThrow(() -> new IllegalArgumentException("unknown workload '" + id + "', expected one of "
                        + ALL.stream().map(Workload::id).collect(Collectors.joining(", "))));
    }

    /** {@link Workload#toleratedCpu()} of the workload named {@code id}, and of an unknown one as of most. */
    public static double toleratedCpu(String id) {
        return ALL.stream().filter(workload -> workload.id().equals(id)).mapToDouble(Workload::toleratedCpu).findFirst()
                .orElse(Workload.TOLERATED_CPU);
    }

    private static Workload pointSelect(String id, String summary, int statements) {
        return byId(id, summary, Entity.WORLD.sql(), statements);
    }

    private static Burst callers(int callers) {
        return new Burst("callers", "select-1 by each of several callers", (Reading) SELECT_1, callers, 0);
    }

    private static Reading ledgerSelect(int statements) {
        return byId("ledger-select", "selects of rows that are updated", Ledger.SELECT, statements);
    }

    private static Reading byId(String id, String summary, String sql, int statements) {
        return new Reading(id, summary, everywhere(sql), true, statements, 1, 2,
                (key, column) -> column == 1 ? key : World.number(key));
    }

    private static Map<Dialect, String> everywhere(String sql) {
        return Map.of(Dialect.POSTGRESQL, sql, Dialect.MARIADB, sql);
    }

    private static IntBinaryOperator constant(int value) {
        return (row, column) -> value;
    }
}
