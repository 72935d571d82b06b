package dev.regatta.operations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The static method of a {@link DatabaseOperations} class that gives the server its operations run on, instead of one of
 * Regatta's. It has no parameters and returns one of
 * <ul>
 * <li>a {@code JdbcDatabaseContainer} of Testcontainers, which is started if it does not run,</li>
 * <li>a URL with user and password: {@code jdbc:postgresql://localhost:5432/shop?user=app&password=secret},</li>
 * <li>a {@link DatabaseAddress}.</li>
 * </ul>
 *
 * It is called once, in the test JVM and never in a worker, and only if something is measured. A superclass may have it:
 * classes that share the method share the server. Each arm has a database of its own on that server, which begins as a
 * copy of the one that is given.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface DatabaseServer {
}
