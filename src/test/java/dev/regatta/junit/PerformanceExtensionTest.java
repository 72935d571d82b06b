package dev.regatta.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;

class PerformanceExtensionTest {

    static class WithoutParameter {
        @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = "select-1")
        void nothingWouldBeMeasured() {
        }
    }

    static class OfAnUnknownWorkload {
        @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/platform", workloads = "select-2")
        void misspelt(CellResult result) {
        }
    }

    @Test
    void aMethodThatTakesNoResultIsAnErrorAndNotAPass() {
        assertFails(WithoutParameter.class, "takes no CellResult parameter");
    }

    @Test
    void anUnknownWorkloadIsAnErrorThatListsTheKnownOnes() {
        assertFails(OfAnUnknownWorkload.class, "unknown workload 'select-2'");
    }

    private static void assertFails(Class<?> suite, String sentence) {
        EngineExecutionResults run = EngineTestKit.engine("junit-jupiter").selectors(selectClass(suite)).execute();
        run.containerEvents().assertThatEvents().haveExactly(1,
                event(finishedWithFailure(message(text -> text.contains(sentence)))));
        assertThat(run.testEvents().count()).isZero();
    }
}
