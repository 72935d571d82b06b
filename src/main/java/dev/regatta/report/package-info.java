/**
 * Prints a gate report or an exploration. Decides nothing: may import the gate, explore and what the gate imports, and
 * must not import what measures (experiment, database, relay, worker).
 */
package dev.regatta.report;
