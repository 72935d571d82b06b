/**
 * The command line, started by {@code ./regatta}: the suite's verdicts about any two versions, JDKs or checkouts, the
 * search for the version that changed something, the reading of result and baseline files, and the examination of this
 * machine. One class per command; each prints its answer to standard output, its progress and errors to standard error,
 * and says with its exit code what it found.
 *
 * <p>
 * May import everything of ours but {@code junit}. Judges nothing itself.
 */
package dev.regatta.cli;
