/**
 * Which client for which load: what is measured of each client as the load or another setting varies, the search for
 * the load that keeps to a limit of latency, the record of it, and what the record says. Measures through
 * {@link dev.regatta.explore.LoadBench}, on the forks and servers of a race; prints nothing.
 */
package dev.regatta.explore;
