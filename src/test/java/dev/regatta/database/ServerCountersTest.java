package dev.regatta.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.protocol.Counter;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class ServerCountersTest {

    private final ServerCounters postgresql = ServerCounters.of(endpoint(Dialect.POSTGRESQL, "it's"));
    private final ServerCounters mariadb = ServerCounters.of(endpoint(Dialect.MARIADB, "regatta"));

    @Test
    void postgresqlIsAskedInAnotherDatabaseSoThatAskingIsNotCounted() {
        assertThat(postgresql.endpoint().database()).isEqualTo("postgres");
        assertThat(ServerCounters.of(endpoint(Dialect.POSTGRESQL, "postgres")).endpoint().database())
                .isEqualTo("template1");
        assertThat(postgresql.sql()).contains("datname = 'it''s'");
    }

    @Test
    void postgresqlsReadingIsThereWhenAllClientsHaveLeft() {
        assertThat(postgresql.read(List.of(List.of("1", "7", "1", "2", "3", "4", "")))).isEmpty();
        assertThat(postgresql.read(List.of(List.of("0", "7", "1", "2", "3", "4", ""))))
                .contains(new TreeMap<>(Map.of(Counter.TRANSACTIONS, 7L, Counter.ROWS_READ, 1L,
                        Counter.ROWS_WRITTEN, 2L, Counter.BUFFER_HITS, 3L, Counter.BUFFER_READS, 4L)));
        assertThatThrownBy(() -> postgresql.read(List.of())).hasMessageContaining("pg_stat_database answered []");
    }

    @Test
    void postgresqlsStatementsAreThereWhereTheExtensionIs() {
        assertThat(postgresql.read(List.of(List.of("0", "7", "1", "2", "3", "4", "12 3400000"))).orElseThrow())
                .containsEntry(Counter.SERVER_STATEMENTS, 12L).containsEntry(Counter.EXECUTION_TIME, 3_400_000L)
                .containsEntry(Counter.BUFFER_READS, 4L);
    }

    @Test
    void mariaDbsVariablesAreAddedUpWhateverTheirSpelling() {
        assertThat(mariadb.sql()).contains("'HANDLER_DELETE', 'HANDLER_UPDATE', 'HANDLER_WRITE'");
        var rows = List.of(List.of("Questions", "9"), List.of("Rows_read", "8"), List.of("Handler_write", "1"),
                List.of("Handler_update", "2"), List.of("Handler_delete", "4"),
                List.of("Innodb_buffer_pool_read_requests", "6"), List.of("Innodb_buffer_pool_reads", "5"));
        assertThat(mariadb.read(rows).orElseThrow()).containsEntry(Counter.SERVER_STATEMENTS, 9L)
                .containsEntry(Counter.ROWS_WRITTEN, 7L).doesNotContainKey(Counter.TRANSACTIONS);
        assertThatThrownBy(() -> mariadb.read(rows.subList(0, 2)))
                .hasMessageContaining("where [HANDLER_WRITE, HANDLER_UPDATE, HANDLER_DELETE] were expected");
    }

    private static Endpoint endpoint(Dialect dialect, String database) {
        return new Endpoint(dialect, "127.0.0.1", 1, database, "u", "p");
    }
}
