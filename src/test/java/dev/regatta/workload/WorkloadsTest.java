package dev.regatta.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class WorkloadsTest {

    @Test
    void everyWorkloadIsFoundByItsOwnId() {
        assertThat(Workloads.all()).extracting(Workload::id).doesNotHaveDuplicates().containsExactlyInAnyOrder(
                "select-1", "do-1", "point-select", "point-select-20", "row-100-columns", "rows-10", "rows-1000",
                "columns-by-name", "transaction-read", "transaction-rows", "transaction", "update-20", "insert-batch",
                "batch-update", "large-parameter", "blob", "copy-in", "connect", "metadata", "types", "sleep-10",
                "burst-100", "burst-2000", "pool-growth", "pool-recovery", "pool-half-open", "idle");
        assertThat(Workloads.all()).allSatisfy(workload -> {
            assertThat(Workloads.of(workload.id())).isSameAs(workload);
            assertThat(workload.summary()).isNotBlank().doesNotEndWith(".");
        });
    }

    @Test
    void everyReadingHasSqlForEveryDatabase() {
        assertThat(Workloads.all()).filteredOn(Reading.class::isInstance).hasSizeGreaterThan(5)
                .allSatisfy(workload -> assertThat(Dialect.values())
                        .allSatisfy(dialect -> assertThat(((Reading) workload).sql(dialect)).isNotBlank()));
        assertThat(Workloads.all()).filteredOn(Listing.class::isInstance).hasSize(2)
                .allSatisfy(workload -> assertThat(Dialect.values())
                        .allSatisfy(dialect -> assertThat(((Listing) workload).sql(dialect)).isNotBlank()));
    }

    @Test
    void whateverChangesRowsByIdHasIdsOfItsOwn() {
        assertThat(Workloads.all()).filteredOn(Workload::ownIds).extracting(Workload::id).containsExactlyInAnyOrder(
                "transaction", "update-20", "batch-update", "large-parameter", "blob");
    }

    @Test
    void aListingExpectsIntegersAndTextsRowByRow() {
        var listing = new Listing("x", "", Map.of(), 2, List.of(new Listing.Ints("i", row -> 10 * row),
                new Listing.Texts("t", row -> "row " + row)), false);
        long byHand = Digest.mix(Digest.mix(Digest.EMPTY, 10), "row 1");
        byHand = Digest.mix(Digest.mix(byHand, 20), "row 2");
        assertThat(listing.expected(new int[0])).isEqualTo(byHand);
        assertThat(listing.texts()).containsExactly(false, true);
        assertThat(listing.names()).containsExactly("i", "t");
    }

    @Test
    void aBurstInWhichOneTaskIsWrongHasAnotherDigest() {
        var burst = (Burst) Workloads.BURST_100;
        long right = Workloads.SELECT_1.expected(new int[0]);
        long all = Digest.EMPTY;
        long oneWrong = Digest.EMPTY;
        for (int i = 0; i < 100; i++) {
            all = burst.with(all, right);
            oneWrong = burst.with(oneWrong, i == 57 ? right + 1 : right);
        }
        assertThat(burst.expected(new int[0])).isEqualTo(all).isNotEqualTo(oneWrong);
        assertThat(burst.atOnce()).isEqualTo(100);
        assertThatThrownBy(() -> new Burst("x", "", (Reading) Workloads.POINT_SELECT, 5, 0))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("workload x");
    }

    @Test
    void aPoolMayOpenMoreConnectionsThanItsCallersNeed() {
        assertThat(Workloads.all()).filteredOn(Workload::opensPool)
                .containsExactly(Workloads.POOL_GROWTH, Workloads.POOL_RECOVERY, Workloads.POOL_HALF_OPEN)
                .allSatisfy(workload -> {
                    var cycle = (PoolCycle) workload;
                    assertThat(cycle.most()).isGreaterThan(cycle.callers().tasks());
                    assertThat(cycle.together()).isLessThan(cycle.callers().tasks());
                    assertThat(cycle.loginHold()).hasMillis(20);
                    assertThat(cycle.failing()).isEqualTo(cycle != Workloads.POOL_GROWTH);
                    assertThat(cycle.ownConnections()).contains(1);
                });
        var growth = (PoolCycle) Workloads.POOL_GROWTH;
        assertThat(growth.expected(new int[0])).isEqualTo(growth.callers().expected(new int[0]));
        assertThatThrownBy(() -> new PoolCycle("x", "", growth.callers(), 28, growth.callers().tasks(), 20,
                PoolCycle.Outage.NONE))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("workload x");
    }

    @Test
    void callersWhoComeBackReadOnceMore() {
        var recovery = (PoolCycle) Workloads.POOL_RECOVERY;
        long once = recovery.callers().expected(new int[0]);
        assertThat(recovery.expected(new int[0])).isEqualTo(recovery.with(once, once))
                .isNotEqualTo(recovery.with(once, once + 1));
    }

    @Test
    void tenPersonsHaveTenNames() {
        long byHand = Digest.EMPTY;
        for (int id = 1; id <= 10; id++) {
            byHand = Digest.mix(Digest.mix(Digest.mix(byHand, id), World.firstName(id)), World.lastName(id));
        }
        assertThat(Workloads.ROWS_10.expected(new int[0])).isEqualTo(byHand);
    }

    @Test
    void aTransactionExpectsWhatItReadsAndTheRowsItUpdates() {
        long read = Digest.mix(Digest.mix(Digest.EMPTY, 42), World.number(42));
        assertThat(Workloads.TRANSACTION.keys()).isEqualTo(2);
        assertThat(Workloads.TRANSACTION.expected(new int[]{42, 7})).isEqualTo(Digest.mix(read, 1));
        assertThat(Workloads.TRANSACTION_READ.expected(new int[0])).isEqualTo(Digest.mix(Digest.EMPTY, 1));
        assertThat(Workloads.UPDATE_20.keys()).isEqualTo(40);
    }

    @Test
    void aWrittenNumberTellsItsStampAndItsId() {
        var transaction = (Transaction) Workloads.TRANSACTION;
        int written = transaction.written(new int[]{42, 7}, 0);
        assertThat(written % World.STAMP).isEqualTo(World.number(42));
        assertThat(written / World.STAMP).isEqualTo(7);
        assertThat(World.stamped(World.ROWS, World.ROWS)).isPositive();
        assertThat(World.ROWS).isLessThan(World.STAMP);
        assertThat(Ledger.SELECT).contains("randomnumber % " + World.STAMP + " ");
    }

    @Test
    void updatesWithoutAReadByIdAreRefused() {
        assertThatThrownBy(() -> new Transaction("x", "", (Reading) Workloads.SELECT_1, true, false))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("workload x");
    }

    @Test
    void aBatchOfUpdatesHasOneStampForAllItsRows() {
        var batch = (BatchUpdate) Workloads.BATCH_UPDATE;
        int[] keys = new int[batch.keys()];
        java.util.Arrays.setAll(keys, i -> i + 1);
        assertThat(batch.keys()).isEqualTo(batch.rows() + 1);
        assertThat(batch.written(keys, 5)).isEqualTo(World.stamped(6, batch.rows() + 1));
        assertThat(batch.expected(keys)).isEqualTo(Digest.mix(Digest.EMPTY, 200));
    }

    @Test
    void aLargeParameterIsSixteenKibibytesAndNeverTheSameTwiceInARow() {
        var large = (LargeParameter) Workloads.LARGE_PARAMETER;
        assertThat(large.texts()).doesNotHaveDuplicates().hasSizeGreaterThan(1)
                .allSatisfy(text -> assertThat(text).hasSize(16 * 1024));
        assertThat(large.choice(new int[]{1, 5})).isEqualTo(1);
        assertThat(large.expected(new int[]{17, 5})).isEqualTo(Digest.mix(Digest.EMPTY, 17));
    }

    @Test
    void aBlobOfWhichOneByteIsWrongHasAnotherDigest() {
        var blob = (BlobStream) Workloads.BLOB;
        assertThat(blob.length()).isEqualTo(256 * 1024);
        assertThat(blob.contents()).extracting(BlobStream.Content::checksum).doesNotHaveDuplicates();
        byte[] bytes = blob.content(new int[]{1, 6}).bytes().clone();
        long right = Digest.mix(Digest.EMPTY, Digest.checksum(bytes));
        assertThat(blob.expected(new int[]{1, 6})).isEqualTo(right);
        bytes[200_000]++;
        assertThat(Digest.mix(Digest.EMPTY, Digest.checksum(bytes))).isNotEqualTo(right);
    }

    @Test
    void aCopyKeepsEveryHundredthRow() {
        var copy = (CopyIn) Workloads.COPY_IN;
        assertThat(copy.sql()).contains("id % 100 = 0");
        assertThat(copy.row(3)).isEqualTo("3\t" + World.number(3) + "\n");
        assertThat(copy.expected(new int[0])).isEqualTo(Digest.mix(Digest.EMPTY, 100));
        assertThatThrownBy(() -> new CopyIn("x", "", 150)).hasMessageContaining("workload x");
    }

    @Test
    void everyChildTableHasAParentThatExists() {
        var metadata = (Metadata) Workloads.METADATA;
        assertThat(java.util.stream.IntStream.rangeClosed(1, World.ROWS).map(key -> metadata.child(new int[]{key}))
                .distinct().sorted().boxed()).hasSize(40).startsWith(1).endsWith(40);
        assertThat(metadata.childTable(21)).isEqualTo("child21");
        assertThat(metadata.parentTable(21)).isEqualTo("parent01");
        assertThat(metadata.parentTable(20)).isEqualTo("parent20");
        assertThat(Families.statements()).hasSize(61).first().asString().startsWith("DROP TABLE IF EXISTS child40")
                .endsWith("parent01");
        assertThat(metadata.expected(new int[]{1})).isNotEqualTo(metadata.expected(new int[]{2}))
                .isEqualTo(metadata.expected(new int[]{41}));
    }

    @Test
    void keysThatAreExportedAreThoseOfBothChildren() {
        var metadata = (Metadata) Workloads.METADATA;
        assertThat(metadata.parentTable(metadata.child(new int[]{4}))).isEqualTo("parent05");
        assertThat(metadata.parentTable(metadata.child(new int[]{24}))).isEqualTo("parent05");
        assertThat(java.util.stream.IntStream.of(4, 12, 91, 93).map(Metadata::typeBit).sum()).isEqualTo(15);
        assertThat(Metadata.typeBit(-7)).isZero();
    }

    /** Each value of a row is one that a driver may get wrong. */
    @Test
    void aRowOfWhichOneValueIsWrongHasAnotherDigest() {
        var row = TypedRows.row(7);
        var other = TypedRows.row(8);
        byte[] content = row.content().clone();
        content[31]++;
        assertThat(row.flag()).isEqualTo(other.flag());
        long right = row.mix(Digest.EMPTY);
        var wrong = List.of(
                new TypedRows.Row(!row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note(), null),
                new TypedRows.Row(row.flag(), other.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large() ^ 1L << 40, row.amount(), row.ratio(),
                        row.day(), row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount().add(row.amount().ulp()),
                        row.ratio(), row.day(), row.moment(), row.stamp(), row.zoned(), row.code(), row.content(),
                        row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), Math.nextUp(row.ratio()),
                        row.day(), row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(),
                        row.day().plusDays(1), row.moment(), row.stamp(), row.zoned(), row.code(), row.content(),
                        row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment().plusNanos(1000), row.stamp(), row.zoned(), row.code(), row.content(), row.note(),
                        null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp().plusHours(1), row.zoned(), row.code(), row.content(), row.note(),
                        null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned().plusNanos(1000), row.code(), row.content(), row.note(),
                        null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), other.code(), row.content(), row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), row.code(), content, row.note(), null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note() + "?", null),
                new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount(), row.ratio(), row.day(),
                        row.moment(), row.stamp(), row.zoned(), row.code(), row.content(), row.note(), ""));
        assertThat(wrong).hasSize(TypedRows.Row.class.getRecordComponents().length)
                .allSatisfy(value -> assertThat(value.mix(Digest.EMPTY)).isNotEqualTo(right));
        // The same instant, as a driver tells it in another zone; the same amount with other zeros.
        assertThat(new TypedRows.Row(row.flag(), row.number(), row.large(), row.amount().setScale(6), row.ratio(),
                row.day(), row.moment(), row.stamp(),
                row.zoned().withOffsetSameInstant(java.time.ZoneOffset.ofHours(2)), row.code(),
                row.content(), row.note(), null).mix(Digest.EMPTY)).isEqualTo(right);
    }

    @Test
    void everyRowThatIsReadIsThere() {
        var typed = (TypedRows) Workloads.TYPES;
        int[] last = {typed.ids()};
        assertThat(typed.last(last)).isEqualTo(TypedRows.ROWS);
        assertThat(typed.expected(last)).isNotEqualTo(typed.expected(new int[]{1}));
        for (Dialect dialect : Dialect.values()) {
            assertThat(typed.find(dialect).chars().filter(c -> c == '?').count())
                    .isEqualTo(TypedRows.Row.class.getRecordComponents().length + 1);
            assertThat(TypedRows.statements(dialect)).hasSize(3);
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
    void whatWaitsTakesMoreCpuForGranted() {
        assertThat(Workloads.all()).filteredOn(Workload::waits).containsExactly(Workloads.SLEEP_10,
                Workloads.POOL_GROWTH, Workloads.POOL_RECOVERY,
                Workloads.POOL_HALF_OPEN, Workloads.IDLE);
        assertThat(Workloads.all()).filteredOn(workload -> workload.toleratedCpu() != Workload.TOLERATED_CPU)
                .containsExactly(Workloads.SLEEP_10, Workloads.POOL_GROWTH, Workloads.POOL_RECOVERY,
                        Workloads.POOL_HALF_OPEN, Workloads.IDLE);
        assertThat(Workloads.toleratedCpu("sleep-10")).isEqualTo(1.25);
        assertThat(Workloads.toleratedCpu("not-one-of-them")).isEqualTo(1.05);
    }

    @Test
    void onlyWhatGrowsNeedsAReset() {
        assertThat(Workloads.all()).filteredOn(workload -> !workload.reset(Dialect.POSTGRESQL).isEmpty())
                .extracting(Workload::id)
                .containsExactlyInAnyOrder("insert-batch", "copy-in", "transaction", "update-20", "batch-update");
        assertThat(Workloads.TRANSACTION_READ.reset(Dialect.POSTGRESQL)).isEmpty();
        assertThat(Workloads.INSERT_BATCH.reset(Dialect.POSTGRESQL)).isEqualTo(List.of("TRUNCATE TABLE inbox"));
    }

    @Test
    void anEndpointNeverPrintsItsPassword() {
        assertThat(new Endpoint(Dialect.MARIADB, "localhost", 3306, "d", "u", "s3cret").toString())
                .doesNotContain("s3cret").contains("u@localhost:3306/d");
    }
}
