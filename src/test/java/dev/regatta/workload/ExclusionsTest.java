package dev.regatta.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

class ExclusionsTest {

    @Test
    void jdbcRunsEverythingButCopyOnMariaDb() {
        assertThat(excluded("pgjdbc+hikari", Dialect.POSTGRESQL)).isEmpty();
        assertThat(excluded("mariadb+hikari", Dialect.MARIADB)).containsExactly(Workloads.COPY_IN);
        assertThat(excluded("mysql-connector-j+hikari", Dialect.MARIADB)).containsExactly(Workloads.COPY_IN);
    }

    @Test
    void r2dbcAndTheWireRunNothingThatOnlyJdbcHas() {
        assertThat(excluded("r2dbc-postgresql+r2dbc-pool", Dialect.POSTGRESQL)).containsExactly(Workloads.BLOB,
                Workloads.COPY_IN, Workloads.METADATA);
        assertThat(excluded("r2dbc-mariadb+r2dbc-pool", Dialect.MARIADB)).containsExactly(Workloads.BLOB,
                Workloads.COPY_IN, Workloads.METADATA);
        assertThat(excluded("wire", Dialect.POSTGRESQL)).containsExactly(Workloads.BLOB, Workloads.COPY_IN,
                Workloads.METADATA);
    }

    @Test
    void theReasonIsTheDatabasesWhereNoClientCouldRunIt() {
        assertThat(Exclusions.of("wire", Workloads.COPY_IN, Dialect.MARIADB)).hasValueSatisfying(
                reason -> assertThat(reason).contains("PostgreSQL"));
    }

    private static List<Workload> excluded(String stack, Dialect dialect) {
        return Workloads.all().stream().filter(workload -> Exclusions.of(stack, workload, dialect).isPresent())
                .toList();
    }
}
