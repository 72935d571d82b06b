/**
 * The machine a run measures on, and what a run leaves there: CPUs and what uses them, idle states, processes and their
 * trees, the lock that keeps two runs apart, folders that the next run removes. Knows nothing of databases or of races.
 */
package dev.regatta.host;
