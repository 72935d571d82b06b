package dev.regatta.suite;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/** Ways into MariaDB. */
class MariaDbIT {

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mariadb+hikari/virtual",
            "mysql-connector-j+hikari/platform", "mysql-connector-j+hikari/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"select-1", "point-select", "point-select-20",
                    "row-100-columns", "rows-1000", "insert-batch"})
    void isAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
