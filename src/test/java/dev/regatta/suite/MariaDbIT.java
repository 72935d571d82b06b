package dev.regatta.suite;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestMethodOrder;

/** Ways into MariaDB: its own driver, MySQL's, and R2DBC. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MariaDbIT {

    @Order(1)
    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/platform", "mariadb+hikari/virtual",
            "mysql-connector-j+hikari/platform", "mysql-connector-j+hikari/virtual",
            "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"select-1", "point-select", "row-100-columns"})
    void shortReadsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** Where the database does most of the work, the threading matters little: one is enough. */
    @Order(2)
    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/platform", workloads = {"point-select-20",
            "rows-1000", "insert-batch"})
    void bulkIsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
