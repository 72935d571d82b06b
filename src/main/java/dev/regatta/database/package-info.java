/**
 * Starts, places on CPUs, describes, observes and stops the database a run measures: in a container, embedded, or
 * somewhere else and merely reached. Every way owns or names its settings, asks for a password over the network, and
 * leaves nothing behind: what a killed session left is removed by the next one.
 *
 * <p>
 * {@code PackagesTest} says which packages it may import. Never a JDBC or R2DBC driver, not even to wait until a server
 * is ready: the judging JVM must not load what is being judged.
 */
package dev.regatta.database;
