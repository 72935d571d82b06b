/**
 * Races of a project's own code, as the project sees them: {@code @DatabaseOperations}, {@code @Operation},
 * {@code @DatabaseServer}, {@code @Reset}, {@code Draw} and {@code DatabaseAddress} are for projects. An engine of the JUnit
 * Platform makes a test of each operation and threading, starts what races them as a process of its own, and speaks with it
 * in {@code Line}s. Imports the JDK, JUnit's engine API and the search for a JDK, for Java 17: it is in the test JVM of a
 * project, and the first six are in every worker of such a race.
 */
package dev.regatta.operations;
