/**
 * Counts of the database calls of any JUnit test: {@code @CountsDatabaseCalls} and {@code DatabaseCalls} are for
 * projects, the rest is not. Runs in a project's test JVM, on Java 17 and its own libraries: imports {@code relay}, the
 * JDK, the API of JUnit 5.13 to 6, Testcontainers where there are containers, and nothing else.
 */
package dev.regatta.calls;
