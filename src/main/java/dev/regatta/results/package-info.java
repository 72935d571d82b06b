/**
 * The results of a run, in memory and as a file: verdicts, tables and new baselines are functions of them. The pairs of
 * a cell are packed until they are asked for, so that a run of hundreds of cells fits into a small heap.
 */
package dev.regatta.results;
