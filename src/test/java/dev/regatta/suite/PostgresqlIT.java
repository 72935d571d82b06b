package dev.regatta.suite;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestMethodOrder;

/** Ways into PostgreSQL. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PostgresqlIT {

    /** Where the database does most of the work, the threading matters little: one client is enough. */
    @Order(1)
    @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = {"select-1",
            "point-select", "point-select-20", "row-100-columns", "rows-1000", "insert-batch"})
    void platformThreadsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @Order(2)
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"select-1", "point-select", "point-select-20",
                    "row-100-columns"})
    void virtualThreadsAndEventLoopsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /**
     * One telling workload for each other kind of client: its driver, pool or access layer is raced when a bot bumps
     * it.
     */
    @Order(3)
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+agroal/virtual", "vertx-pg-client+pool/event-loop",
            "vertx-pg-client+pipelined/event-loop"}, workloads = "point-select")
    void otherPoolsAndDriversAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @Order(4)
    @PerformanceTest(database = "postgresql", clients = {"hibernate-orm+pgjdbc+hikari/platform",
            "hibernate-reactive+vertx-pg-client/event-loop"}, workloads = "point-select-20")
    void accessLayersAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** 64 callers on four connections: how a pool hands them over. */
    @Order(5)
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari~4/virtual", "pgjdbc+agroal~4/virtual",
            "r2dbc-postgresql+r2dbc-pool~4/event-loop", "vertx-pg-client+pool~4/event-loop"}, workloads = "select-1")
    void poolsHandConnectionsOverAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    /** What a pool does while connecting is slow. HikariCP takes half a second for it, and races in the full suite. */
    @Order(6)
    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+agroal/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = "pool-growth")
    void poolsGrowAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
