/**
 * Prints a gate report, baselines, an exploration or findings. Decides nothing: may import the gate, explore, findings
 * and what the gate imports, and must not import what measures (race, untimed, fork, database, relay, worker).
 */
package dev.regatta.report;
