package dev.regatta.operations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A class of a project whose {@link Operation} methods are raced: today's code against that of the base,
 * {@code -Dregatta.base}, or of the commit that {@code baselines/operations.json} names.
 *
 * <pre>{@code
 * @DatabaseOperations(database = "postgresql")
 * class OrderRepositoryRaceIT implements AutoCloseable {
 *     OrderRepositoryRaceIT(DatabaseAddress at) { … build what the application builds, and fill the empty database … }
 *     @Operation(threads = {"platform", "virtual"}, inFlight = 8)
 *     List<Order> openOrders(Draw draw) { return orders.openOrdersOf(draw.below(10_000)); }
 * }
 * }</pre>
 *
 * Its constructor and its operations never run in the test JVM. Each worker JVM makes one instance in an empty database
 * of its own. The parameters of the one constructor are of the types {@link DatabaseAddress},
 * {@code javax.sql.DataSource} and {@code io.r2dbc.spi.ConnectionFactory}. Operations of its superclasses are its own,
 * and so is this annotation. What has Jupiter's {@code @Disabled}, the class or an operation, is skipped. The instance is
 * closed when the worker has done its work, if it is {@link AutoCloseable}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface DatabaseOperations {

    /**
     * The database, {@code postgresql} or {@code mariadb}: Regatta starts one, or takes that of its settings, unless the
     * class has a {@link DatabaseServer}.
     */
    String database();
}
