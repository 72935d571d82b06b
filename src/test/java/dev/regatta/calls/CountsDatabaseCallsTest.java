package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasses;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

class CountsDatabaseCallsTest {

    @CountsDatabaseCalls
    static class Bypassing {
        @Test
        void nothingWouldBeCounted() {
        }
    }

    @Test
    void aTestOfWhichNothingCouldBeCountedFails(@TempDir Path folder) {
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(Bypassing.class))
                .configurationParameter("regatta.baseline", "update")
                .configurationParameter("regatta.baselines", folder.toString())
                .configurationParameter("regatta.results", folder.toString()).execute().testEvents().assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message(text -> text.startsWith(
                        "nothingWouldBeCounted: no call could be counted, as nothing in this JVM connected")))));
        assertThat(folder).isEmptyDirectory();
    }

    @CountsDatabaseCalls
    static class Interrupted {
        @BeforeEach
        void interrupt() {
            Thread.currentThread().interrupt();
        }

        @Test
        void isNotCounted() {
        }

        @AfterEach
        void goOn() {
            Thread.interrupted();
        }
    }

    @Test
    void theSummaryTellsWhatKeptATestFromBeingCounted(@TempDir Path folder) {
        Path file = folder.resolve("summary.md");
        EngineTestKit.engine("junit-jupiter").selectors(selectClass(Interrupted.class))
                .configurationParameter("regatta.summary", file.toString()).execute().testEvents()
                .assertStatistics(tests -> tests.failed(1));
        assertThat(CallsSummary.in(file).text()).contains("1 of 1 counted tests failed.",
                "isNotCounted: database calls cannot be counted: interrupted while waiting for the relay");
    }

    @CountsDatabaseCalls
    @ParameterizedClass
    @ValueSource(ints = {7, 8})
    record OfAClassWithParameters(int shop) {
        @ParameterizedTest
        @ValueSource(ints = {1, 2})
        void orders(int of) {
            assertThat(of).isLessThan(shop);
        }
    }

    /** Two tests of one name would be taken for runs of one test that is not steady. */
    @Test
    void everyInvocationHasANameOfItsOwn() {
        List<String> names = EngineTestKit.engine("junit-jupiter").selectors(selectClass(OfAClassWithParameters.class))
                .execute().testEvents().failed().stream()
                .map(failed -> failed.getRequiredPayload(TestExecutionResult.class).getThrowable().orElseThrow()
                        .getMessage())
                .map(message -> message.substring(0, message.indexOf(':'))).toList();
        assertThat(names).containsExactly("orders(int)[1][1]", "orders(int)[1][2]", "orders(int)[2][1]",
                "orders(int)[2][2]");
    }

    @CountsDatabaseCalls
    static class OfAFactory {
        @TestFactory
        DynamicNode orders() {
            return dynamicContainer("of a shop", List.of(dynamicTest("open", () -> fail("planted")),
                    dynamicTest("paid", () -> {
                    })));
        }
    }

    /** Its calls end where it fails: with {@code -Dregatta.baseline=update} so few would become the baseline. */
    @Test
    void aFactoryOfWhichATestFailsIsNotJudged() {
        var all = EngineTestKit.engine("junit-jupiter").selectors(selectClass(OfAFactory.class)).execute();
        all.testEvents().assertStatistics(tests -> tests.failed(1).succeeded(1)).failed().assertThatEvents()
                .haveExactly(1, event(finishedWithFailure(message("planted"))));
        all.containerEvents().assertStatistics(containers -> containers.failed(0));
    }

    /** Tests that tell how many of them run at once. */
    abstract static class Running {
        private static final AtomicInteger NOW = new AtomicInteger();
        private static final AtomicInteger MOST = new AtomicInteger();

        @Test
        void first() throws InterruptedException {
            MOST.accumulateAndGet(NOW.incrementAndGet(), Math::max);
            Thread.sleep(200);
            NOW.decrementAndGet();
        }

        @Test
        void second() throws InterruptedException {
            first();
        }
    }

    @CountsDatabaseCalls
    static class Counted extends Running {
    }

    static class Uncounted extends Running {
    }

    static class AlsoUncounted extends Running {
    }

    @Test
    void noTestRunsBesideACountedOne() {
        assertThat(atOnce(Uncounted.class, AlsoUncounted.class)).isGreaterThan(1);
        assertThat(atOnce(Counted.class)).isEqualTo(1);
    }

    private static int atOnce(Class<?>... classes) {
        Running.MOST.set(0);
        EngineTestKit.engine("junit-jupiter").selectors(selectClasses(classes))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "4").execute()
                .testEvents().assertStatistics(tests -> tests.started(2L * classes.length));
        return Running.MOST.get();
    }

    @Test
    void theSameServerHasTheSameRelay() {
        String url = DatabaseCalls.through("jdbc:postgresql://localhost:5432/shop");
        assertThat(url).startsWith("jdbc:postgresql://127.0.0.1:").endsWith("/shop").doesNotContain(":5432");
        assertThat(DatabaseCalls.through("r2dbc:postgresql://localhost:5432/shop"))
                .isEqualTo(url.replace("jdbc", "r2dbc"));
    }

    @Test
    void whatIsNoDatabaseContainerIsRefused() {
        assertThatThrownBy(() -> DatabaseCalls.through(Stream.of(1))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("takes a JdbcDatabaseContainer of Testcontainers");
    }
}
