/**
 * The results of a run, in memory and as a file: verdicts, tables and new baselines are functions of them.
 */
package dev.regatta.results;
