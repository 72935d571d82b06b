package dev.regatta.calls;

import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class whose test methods may not call the database more often than {@code baselines/calls.json} says. What is
 * counted went through an address of {@link DatabaseCalls#through(String)} between {@code @BeforeEach} and
 * {@code @AfterEach}.
 *
 * <pre>{@code
 * @CountsDatabaseCalls
 * class OrderRepositoryIT {
 *     @Container @ServiceConnection
 *     static PostgreSQLContainer db = DatabaseCalls.through(new PostgreSQLContainer("postgres:18"));
 *     @Test
 *     void openOrders() { … }
 * }
 * }</pre>
 *
 * A test that calls more often fails, and so does a test without a baseline. {@code -Dregatta.baseline=update} writes
 * the baselines of the tests that run. No other test runs at the same time in this JVM, as its calls could not be told
 * apart.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ResourceLock(Resources.GLOBAL)
@ExtendWith(CallsExtension.class)
public @interface CountsDatabaseCalls {
}
