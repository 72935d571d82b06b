/**
 * Prints a gate report and keeps the file it is made from. Decides nothing: may import the gate and what that imports,
 * and must not import what measures (experiment, database, wire, worker).
 */
package dev.regatta.report;
