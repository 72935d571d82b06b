package dev.regatta.suite;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/** Ways into MariaDB: its own driver, MySQL's, and R2DBC. */
class MariaDbIT {

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mariadb+hikari/virtual",
            "mysql-connector-j+hikari/platform", "mysql-connector-j+hikari/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"select-1", "point-select", "row-100-columns"})
    void shortReadsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Where the rows and the round trips are many, the threading matters little: one JDBC threading is enough. */
    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mysql-connector-j+hikari/platform",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"point-select-20", "rows-1000"})
    void longReadsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform",
            "mysql-connector-j+hikari/platform"}, workloads = "insert-batch")
    void insertsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
