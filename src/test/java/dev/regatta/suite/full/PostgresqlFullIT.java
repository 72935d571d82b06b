package dev.regatta.suite.full;

import static dev.regatta.junit.PerformanceAssertions.assertThat;

import dev.regatta.junit.CellResult;
import dev.regatta.junit.PerformanceTest;

/**
 * The ways into PostgreSQL and the workloads that the default suite has no time for: {@code mvn verify -Pfull}. Workloads
 * without a raw-wire reference are not among them, because only a duel can judge them: {@code ./regatta compare}.
 */
class PostgresqlFullIT {

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/platform", "pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"transaction", "transaction-read", "update-20",
                    "connect", "large-parameter", "columns-by-name", "batch-update", "rows-10", "sleep-10"})
    void isAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }

    @PerformanceTest(database = "postgresql", clients = {"pgjdbc+hikari/virtual",
            "r2dbc-postgresql+r2dbc-pool/event-loop"}, workloads = {"rows-1000", "insert-batch"})
    void readsAndInsertsManyRowsAsFastAsItsBaseline(CellResult result) {
        assertThat(result).isValid().hasNotRegressed();
    }
}
