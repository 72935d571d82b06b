/**
 * When operations start and how long they took: the closed loop on platform threads, virtual threads and event loops.
 * Knows no database, no driver and no statistics; must not import any other package of Regatta.
 */
package dev.regatta.load;
