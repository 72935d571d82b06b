/**
 * One run, from its plan to its record: the referees that stop measuring when the gate has decided, and what is on disk
 * while it goes on. Shared by the ways to start one, {@code junit} and {@code cli}; decides and measures nothing itself.
 */
package dev.regatta.run;
