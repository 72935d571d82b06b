/**
 * Races of a project's own code, as the project sees them: {@code @DatabaseOperations}, {@code @Operation},
 * {@code @DatabaseServer}, {@code @Reset}, {@code Draw} and {@code DatabaseAddress} are for projects. An engine of the JUnit Platform makes a test of each operation and threading,
 * and hands descriptions of them to the one {@code OperationRaces} it finds. Imports the JDK and JUnit's engine API, and
 * nothing of ours: it is in the test JVM of a project, and those six are in every worker of such a race.
 */
package dev.regatta.operations;
