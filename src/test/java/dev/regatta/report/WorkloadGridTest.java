package dev.regatta.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.Test;

import java.util.stream.Stream;

class WorkloadGridTest {

    private static final String GRID = WorkloadGrid.text(Dialect.MARIADB,
            Stream.of("wire", "mariadb+hikari", "r2dbc-mariadb+r2dbc-pool").map(Stacks::of).toList());

    @Test
    void aClientThatRunsAWorkloadIsMarkedAndAnotherOneHasAReason() {
        assertThat(GRID.lines()).contains("mariadb           a   b   c", "select-1          x   x   x",
                "blob              1   x   2", "copy-in           3   3   3", "metadata          4   x   4",
                "  c: r2dbc-mariadb+r2dbc-pool");
    }

    @Test
    void everyReasonIsToldOnceBelow() {
        assertThat(GRID.lines().filter(line -> line.matches("  \\d: .*"))).hasSize(6).doesNotHaveDuplicates()
                .anyMatch(line -> line.equals("  3: COPY is a statement of PostgreSQL"));
    }
}
