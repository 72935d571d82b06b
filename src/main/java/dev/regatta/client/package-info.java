/**
 * Ways into a database: JDBC and R2DBC drivers with and without a pool, clients of Vert.x, Hibernate ORM and Hibernate
 * Reactive, the raw-wire reference, and the code of a project. They run every workload except for the gaps that their
 * {@link dev.regatta.stack.Stack} names. {@link dev.regatta.client.Clients} opens them.
 *
 * <p>
 * Imports {@code workload}, {@code stack}, and of {@code operations} what a project's code is made with. JDBC's and R2DBC's drivers are never compiled against: they are
 * found by URL and by name. Each adapter is loaded when its stack is asked for, so that a class path needs the jars of
 * one stack only.
 */
package dev.regatta.client;
