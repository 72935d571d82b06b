package dev.regatta.junit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test of performance: the method runs once per cell, every client with every workload, and takes the cell's
 * {@link CellResult} as its parameter.
 *
 * <pre>{@code
 * @PerformanceTest(database = "postgresql", clients = "pgjdbc+hikari/virtual", workloads = {"select-1", "point-select"})
 * void isAsFastAsItsBaseline(CellResult result) {
 *     assertThat(result).isValid().hasNotRegressed();
 * }
 * }</pre>
 *
 * Measuring happens after {@code @BeforeEach}, when the parameter is resolved. No other test runs at the same time.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@Tag("performance")
@ResourceLock(Resources.GLOBAL)
@ExtendWith(PerformanceExtension.class)
public @interface PerformanceTest {

    /** The database: {@code postgresql} or {@code mariadb}. */
    String database();

    /** The clients, each as {@code stack/threading}, for example {@code pgjdbc+hikari/virtual}. */
    String[] clients();

    /** The workloads' ids, for example {@code point-select}. */
    String[] workloads();
}
