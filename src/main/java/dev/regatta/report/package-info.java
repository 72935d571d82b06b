/**
 * Prints a gate report, baselines or an exploration. Decides nothing: may import the gate, explore and what the gate
 * imports, and must not import what measures (race, untimed, fork, database, relay, worker).
 */
package dev.regatta.report;
