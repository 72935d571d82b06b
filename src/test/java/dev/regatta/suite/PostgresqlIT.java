package dev.regatta.suite;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/** Ways into PostgreSQL. */
class PostgresqlIT {

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"select-1", "point-select", "point-select-20",
                    "row-100-columns", "rows-1000"})
    void readsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = "insert-batch")
    void insertsAreAsFastAsTheirBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
