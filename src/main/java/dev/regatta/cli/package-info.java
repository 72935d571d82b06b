/**
 * The command line, started by {@code ./regatta}: verdicts about any two versions, JDKs, servers, checkouts or clients,
 * the search for the version that changed something, explorations, the reading of result and baseline files, and the
 * examination of this machine. One class per command; each prints its answer to standard output, its progress and errors
 * to standard error, and says with its exit code what it found.
 *
 * <p>
 * May import everything of ours but {@code junit} and what is for projects ({@code calls}, {@code operations},
 * {@code project}). Judges nothing itself.
 */
package dev.regatta.cli;
