package dev.regatta.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasses;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

class CountsDatabaseCallsTest {

    private static final Path SOURCES = Path.of("src/main/java/dev/regatta");

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

    /** Projects are on Java 17, and have none of our other classes. */
    @Test
    void itCompilesForJava17WithoutTheRest(@TempDir Path classes) throws Exception {
        var arguments = new ArrayList<>(
                List.of("--release", "17", "-proc:none", "-sourcepath", classes.toString(), "-d",
                        classes.toString(), "-cp",
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(entry -> entry.endsWith(".jar"))
                                .collect(Collectors.joining(File.pathSeparator))));
        for (String folder : List.of("calls", "relay")) {
            try (Stream<Path> files = Files.list(SOURCES.resolve(folder))) {
                files.map(Path::toString).forEach(arguments::add);
            }
        }
        arguments.add(SOURCES.resolve("load/Clock.java").toString());
        arguments.add(SOURCES.resolve("load/TimerSlack.java").toString());
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }
}
