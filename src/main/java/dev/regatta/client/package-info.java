/**
 * Ways into a database: JDBC drivers behind HikariCP, R2DBC drivers behind r2dbc-pool, and the raw-wire reference. They can
 * run every workload except for those that {@link dev.regatta.workload.Exclusions} names. {@link dev.regatta.client.Clients} opens them by the name of their stack.
 *
 * <p>
 * Imports {@code workload} only. Drivers are never compiled against: JDBC's are found by URL, R2DBC's by name, and each
 * adapter is loaded when its stack is asked for, so that a class path needs the jars of one stack only.
 */
package dev.regatta.client;
