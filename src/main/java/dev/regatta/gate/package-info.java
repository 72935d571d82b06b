/**
 * From measurements and baselines to verdicts. Pure: no clock, no file, no process; the same results, baselines and seed
 * give the same bytes. Imports baseline, protocol, stack and stats; must not import what measures (experiment, database, wire)
 * or what prints (report).
 */
package dev.regatta.gate;
