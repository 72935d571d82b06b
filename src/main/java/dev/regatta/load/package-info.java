/**
 * When operations start and how long they took: the closed and the open loop on platform threads, virtual threads and
 * event loops; the clock, and how counters of the kernel are read. Knows no database, no driver and no statistics; must
 * not import any other package of Regatta.
 */
package dev.regatta.load;
