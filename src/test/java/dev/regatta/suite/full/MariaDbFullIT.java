package dev.regatta.suite.full;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/** As {@link PostgresqlFullIT}, for MariaDB. */
class MariaDbFullIT {

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mariadb+hikari/virtual",
            "mysql-connector-j+hikari/platform", "mysql-connector-j+hikari/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"transaction", "transaction-read", "update-20",
                    "connect", "large-parameter", "columns-by-name", "batch-update", "rows-10", "sleep-10", "do-1"})
    void isAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/virtual", "mysql-connector-j+hikari/platform",
            "mysql-connector-j+hikari/virtual", "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"point-select-20",
                    "rows-1000", "insert-batch"})
    void readsAndInsertsManyRowsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Most of it is the login. */
    @PerformanceTest(database = "mariadb", clients = {"mariadb/platform",
            "r2dbc-mariadb/event-loop"}, workloads = "point-select")
    void opensAConnectionForEachOperationAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Every operation has a new thread, which Agroal keeps no connection for. */
    @PerformanceTest(database = "mariadb", clients = "mariadb+agroal/virtual", workloads = {"point-select",
            "transaction"})
    void borrowsFromAnotherPoolAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = "vertx-mysql-client+pool/event-loop", workloads = {"transaction",
            "insert-batch"})
    void writesThroughTheDriverOfVertxAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** With {@code -Dregatta.tls=true} these two are measured of every driver. */
    @PerformanceTest(database = "mariadb", clients = "vertx-mysql-client+pool/event-loop", workloads = {"connect",
            "rows-1000"})
    void connectsAndReadsManyRowsThroughTheDriverOfVertxAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/platform", workloads = "transaction-rows")
    void readsManyRowsInATransactionAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = "vertx-mysql-client+pipelined/event-loop", workloads = {"select-1",
            "point-select"})
    void pipelinesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"hibernate-orm+mariadb+hikari/platform",
            "hibernate-reactive+vertx-mysql-client/event-loop"}, workloads = {"point-select-20", "transaction"})
    void readsAndUpdatesEntitiesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/virtual", "mariadb+agroal/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop", "vertx-mysql-client+pool/event-loop"}, workloads = {"pool-growth",
                    "pool-recovery", "pool-half-open", "idle"})
    void growsRecoversAndIdlesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/platform", workloads = "pool-growth")
    void growsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** More callers at once than a pool ever has connections. */
    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/virtual", "mariadb+agroal/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop", "vertx-mysql-client+pool/event-loop"}, workloads = "burst-2000")
    void servesABurstAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari~4/platform", "mariadb+hikari~4/virtual",
            "mysql-connector-j+hikari~4/virtual", "mariadb+agroal~4/platform", "mariadb+agroal~4/virtual",
            "r2dbc-mariadb+r2dbc-pool~4/event-loop", "vertx-mysql-client+pool~4/event-loop"}, workloads = "select-1")
    void handsConnectionsOverAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"hibernate-orm+mariadb+hikari~4/platform",
            "hibernate-orm+mariadb+hikari~4/virtual",
            "hibernate-reactive+vertx-mysql-client~4/event-loop"}, workloads = "point-select")
    void readsEntitiesOverFewConnectionsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What releases went wrong in that select nothing more slowly; there is no such operation of the raw wire. */
    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform",
            "mysql-connector-j+hikari/platform"}, workloads = {"metadata", "types"})
    void readsMetadataAndManyTypesAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** How each of the other drivers converts values. */
    @PerformanceTest(database = "mariadb", clients = {"r2dbc-mariadb+r2dbc-pool/event-loop",
            "vertx-mysql-client+pool/event-loop"}, workloads = "types")
    void readsManyTypesThroughOtherDriversAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
