/**
 * Counts of the database calls of any JUnit test. {@link dev.regatta.calls.CountsDatabaseCalls} and
 * {@link dev.regatta.calls.DatabaseCalls} are the API; everything else is not.
 *
 * <p>
 * Published as {@code regatta-junit}. Runs in a project's test JVM, on Java 17 and its own libraries: imports
 * {@code relay}, {@code operations.TestJvm}, the JDK, the API of JUnit 5.10 to 6, Testcontainers where there are
 * containers, and nothing else.
 */
package dev.regatta.calls;
