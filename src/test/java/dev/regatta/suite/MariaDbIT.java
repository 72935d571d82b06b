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

    /** Where the database does most of the work, the threading matters little: one client is enough. */
    @Order(1)
    @PerformanceTest(database = "mariadb", clients = "mariadb+hikari/platform", workloads = {"select-1", "point-select",
            "point-select-20", "row-100-columns", "rows-1000", "insert-batch"})
    void platformThreadsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @Order(2)
    @PerformanceTest(database = "mariadb", clients = {"mariadb+hikari/virtual", "mysql-connector-j+hikari/platform",
            "mysql-connector-j+hikari/virtual", "r2dbc-mariadb+r2dbc-pool/event-loop"}, workloads = {"select-1",
                    "point-select", "row-100-columns"})
    void otherDriversAndThreadingsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** The driver of Vert.x; Agroal, pipelining and Hibernate are judged on PostgreSQL. */
    @Order(3)
    @PerformanceTest(database = "mariadb", clients = "vertx-mysql-client+pool/event-loop", workloads = "point-select")
    void theDriverOfVertxIsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
