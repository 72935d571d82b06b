package dev.regatta.suite.full;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/**
 * The ways into PostgreSQL and the workloads that the default suite has no time for: {@code mvn verify -Pfull}.
 * Together the two have every client, and every workload but {@code blob}, {@code copy-in} and {@code burst-100}, which
 * {@code ./regatta compare} races. No baselines of these cells are stored: they are measured first. Of a workload that the
 * raw wire does not run, only a race tells the times.
 */
class PostgresqlFullIT {

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"transaction", "transaction-read", "update-20",
                    "connect", "large-parameter", "columns-by-name", "batch-update", "rows-10", "sleep-10", "do-1"})
    void isAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"rows-1000", "insert-batch"})
    void readsAndInsertsManyRowsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Most of it is the login. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc/platform",
            "r2dbc-postgresql/event-loop"}, workloads = "point-select")
    void opensAConnectionForEachOperationAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** One statement on a connection that is borrowed for it, and several on one that is kept. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+agroal/platform",
            "vertx-pg-client+pool/event-loop"}, workloads = {"select-1", "transaction"})
    void borrowsFromAnotherPoolAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** With {@code -Dregatta.tls=true} these two are measured of every driver. */
    @PerformanceTest(database = "postgresql", clients = "vertx-pg-client+pool/event-loop", workloads = {"connect",
            "rows-1000"})
    void connectsAndReadsManyRowsThroughTheDriverOfVertxAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = "transaction-rows")
    void readsManyRowsInATransactionAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Without preparing, which nothing is sent beside, and with forty statements that each wait for the one before. */
    @PerformanceTest(database = "postgresql", clients = "vertx-pg-client+pipelined/event-loop", workloads = {"select-1",
            "update-20"})
    void pipelinesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Entities that are written. */
    @PerformanceTest(database = "postgresql", clients = {"hibernate-orm+pgjdbc+hikari/platform",
            "hibernate-reactive+vertx-pg-client/event-loop"}, workloads = {"transaction", "update-20"})
    void updatesEntitiesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = "hibernate-orm+pgjdbc+hikari/virtual", workloads = "point-select-20")
    void readsEntitiesOnVirtualThreadsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What the other pools do while they open connections slowly. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "pgjdbc+agroal/platform", "vertx-pg-client+pool/event-loop"}, workloads = "pool-growth")
    void growsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What each pool does after it has lost its connections, whether it is told or not, and while nobody asks it. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "pgjdbc+agroal/platform", "pgjdbc+agroal/virtual", "r2dbc-postgresql+r2dbc-pool/event-loop",
            "vertx-pg-client+pool/event-loop"}, workloads = {"pool-recovery", "pool-half-open", "idle"})
    void recoversAndIdlesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** More callers at once than a pool ever has connections. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/virtual", "pgjdbc+agroal/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop", "vertx-pg-client+pool/event-loop"}, workloads = "burst-2000")
    void servesABurstAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** 64 callers on four connections: how a pool hands them over. */
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari~4/platform", "pgjdbc+hikari~4/virtual",
            "pgjdbc+agroal~4/platform", "pgjdbc+agroal~4/virtual", "r2dbc-postgresql+r2dbc-pool~4/event-loop",
            "vertx-pg-client+pool~4/event-loop", "hibernate-orm+pgjdbc+hikari~4/platform",
            "hibernate-orm+pgjdbc+hikari~4/virtual",
            "hibernate-reactive+vertx-pg-client~4/event-loop"}, workloads = "point-select")
    void handsConnectionsOverAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari~4/platform",
            "pgjdbc+agroal~4/platform"}, workloads = "select-1")
    void handsConnectionsOverAsOftenAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What releases went wrong in that select nothing more slowly; there is no such operation of the raw wire. */
    @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = {"metadata", "types"})
    void readsMetadataAndManyTypesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** How each of the other drivers converts values. */
    @PerformanceTest(database = "postgresql", clients = {"r2dbc-postgresql+r2dbc-pool/event-loop",
            "vertx-pg-client+pool/event-loop"}, workloads = "types")
    void readsManyTypesThroughOtherDriversAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What a driver asks once for each connection shows only where each operation opens one. */
    @PerformanceTest(database = "postgresql", clients = "pgjdbc/platform", workloads = "metadata")
    void readsMetadataOnAFreshConnectionAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
