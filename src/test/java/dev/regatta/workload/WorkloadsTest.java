package dev.regatta.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class WorkloadsTest {

    @Test
    void everyWorkloadHasItsOwnIdAndSqlForEveryDatabase() {
        assertThat(Workloads.all()).extracting(Workload::id).doesNotHaveDuplicates().contains("select-1",
                "point-select",
                "point-select-20", "row-100-columns", "rows-1000", "insert-batch");
        for (Workload workload : Workloads.all()) {
            for (Dialect dialect : Dialect.values()) {
                assertThat(workload.sql(dialect)).isNotBlank();
            }
            assertThat(Workloads.of(workload.id())).isSameAs(workload);
        }
    }

    @Test
    void anUnknownWorkloadIsNamedTogetherWithTheKnownOnes() {
        assertThatThrownBy(() -> Workloads.of("select-2")).hasMessageContaining("select-2")
                .hasMessageContaining("select-1");
    }

    @Test
    void theDigestTellsTheOrderOfValues() {
        assertThat(Digest.mix(Digest.mix(Digest.EMPTY, 1), 2)).isNotEqualTo(Digest.mix(Digest.mix(Digest.EMPTY, 2), 1));
    }

    @Test
    void aPointSelectExpectsTheIdAndItsNumber() {
        long byHand = Digest.mix(Digest.mix(Digest.EMPTY, 42), World.number(42));
        assertThat(Workloads.POINT_SELECT.keys()).isOne();
        assertThat(Workloads.POINT_SELECT.expected(new int[]{42})).isEqualTo(byHand);
    }

    @Test
    void twentyPointSelectsExpectAllTwentyInOrder() {
        int[] keys = new int[20];
        java.util.Arrays.setAll(keys, i -> i + 1);
        long ascending = Workloads.POINT_SELECT_20.expected(keys);
        java.util.Arrays.setAll(keys, i -> 20 - i);
        assertThat(Workloads.POINT_SELECT_20.expected(keys)).isNotEqualTo(ascending);
    }

    @Test
    void aMissingRowChangesTheDigestOfAThousandRows() {
        long all = Workloads.ROWS_1000.expected(new int[0]);
        long short1 = Digest.EMPTY;
        for (int row = 1; row < 1000; row++) {
            short1 = Digest.mix(short1, row);
        }
        assertThat(short1).isNotEqualTo(all);
        assertThat(Digest.mix(short1, 1000)).isEqualTo(all);
    }

    @Test
    void numbersStayInTheirRangeAndSpread() {
        assertThat(java.util.stream.IntStream.rangeClosed(1, World.ROWS).map(World::number).distinct().count())
                .isGreaterThan(5000);
        assertThat(java.util.stream.IntStream.rangeClosed(1, World.ROWS).map(World::number).summaryStatistics())
                .satisfies(s -> assertThat(s.getMin()).isPositive())
                .satisfies(s -> assertThat(s.getMax()).isLessThanOrEqualTo(World.ROWS));
    }

    @Test
    void aReadingWithoutRowsIsRefused() {
        assertThatThrownBy(() -> new Reading("x", "", Map.of(), false, 1, 0, 1, (row, column) -> 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("workload x");
    }

    @Test
    void onlyInsertsNeedAReset() {
        assertThat(Workloads.SELECT_1.reset(Dialect.MARIADB)).isEmpty();
        assertThat(Workloads.INSERT_BATCH.reset(Dialect.POSTGRESQL)).isEqualTo(List.of("TRUNCATE TABLE inbox"));
    }

    @Test
    void anEndpointNeverPrintsItsPassword() {
        assertThat(new Endpoint(Dialect.MARIADB, "localhost", 3306, "d", "u", "s3cret").toString())
                .doesNotContain("s3cret").contains("u@localhost:3306/d");
    }
}
