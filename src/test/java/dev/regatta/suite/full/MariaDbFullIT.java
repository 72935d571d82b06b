package dev.regatta.suite.full;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/** As {@link PostgresqlFullIT}, for MariaDB. */
class MariaDbFullIT {

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mariadb+hikari/virtual",
            "mysql-connector-j+hikari/platform", "mysql-connector-j+hikari/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"transaction", "transaction-read", "update-20",
                    "connect", "large-parameter", "columns-by-name", "batch-update", "rows-10", "sleep-10"})
    void isAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/virtual", "mysql-connector-j+hikari/platform",
            "mysql-connector-j+hikari/virtual", "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"point-select-20",
                    "rows-1000", "insert-batch"})
    void readsAndInsertsManyRowsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
