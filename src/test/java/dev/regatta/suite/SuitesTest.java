package dev.regatta.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.protocol.CellId;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the suites leave out is left out on purpose. */
class SuitesTest {

    private static final List<CellId> ALL = Stream.concat(Suites.byDefault().stream(), Suites.fullOnly().stream())
            .toList();

    @Test
    void everyClientIsInOneOfThem() {
        assertThat(ALL.stream().map(cell -> cell.client().stack()).distinct())
                .containsExactlyInAnyOrderElementsOf(Stacks.released().stream().map(Stack::id).toList());
    }

    /** Streams, and many tasks at once on as many connections as they take turns on: each is a command of its own to race. */
    @ParameterizedTest
    @EnumSource(Dialect.class)
    void everyWorkloadIsInOneOfThemButThree(Dialect dialect) {
        assertThat(ALL.stream().filter(cell -> cell.database() == dialect).map(CellId::workload).distinct())
                .containsExactlyInAnyOrderElementsOf(Workloads.all().stream().map(Workload::id)
                        .filter(workload -> !Set.of("blob", "copy-in", "burst-100").contains(workload)).toList());
    }

    @Test
    void noCellIsNamedTwiceOrCannotRun() {
        assertThat(ALL).doesNotHaveDuplicates().allSatisfy(cell -> {
            Stack stack = Stacks.of(cell.client().stack());
            assertThat(stack.databases()).contains(cell.database());
            assertThat(stack.threadings()).contains(cell.client().threading());
            assertThat(stack.gap(Workloads.of(cell.workload()), cell.database())).as(cell.toString()).isEmpty();
        });
    }

    /** Else nobody notices that their baselines are missing, and they are not soaked. */
    @Test
    void theStacksOfTheDefaultSuiteAreThoseThatAreCalledJudged() {
        assertThat(Stacks.all().stream().filter(Stack::judged).map(Stack::id)).containsExactlyInAnyOrderElementsOf(
                Suites.byDefault().stream().map(cell -> cell.client().stack()).distinct().toList());
    }
}
