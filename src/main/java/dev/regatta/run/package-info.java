/**
 * One run, from its plan to its record: which arms race in which cell, the rules that stop measuring when the gate has
 * decided, and what is on disk while it goes on. Shared by the ways to start one, {@code junit} and {@code cli}; decides and
 * measures nothing itself.
 */
package dev.regatta.run;
