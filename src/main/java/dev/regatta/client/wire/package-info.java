/**
 * The wire protocols of PostgreSQL and MariaDB, spoken with as little code as possible: prebuilt requests, blocking
 * sockets, and parsing only as far as a digest needs. They are the floor that drivers are compared with, and the
 * administrative connection that needs no driver.
 *
 * <p>
 * Imports {@code workload} only; in particular no driver, no pool and nothing of {@code client}, so that one connection
 * can be used by a benchmark without any of them.
 */
package dev.regatta.client.wire;
