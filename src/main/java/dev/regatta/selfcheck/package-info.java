/**
 * The gate judged by planted truth: recorded slices of clients that raced against themselves are resampled into suites,
 * losses are planted into some, and the real gate judges them all. Pure apart from reading and writing recordings: no
 * clock, no process, every seed an argument. Must not import what measures (race, untimed, fork, database, recipe).
 */
package dev.regatta.selfcheck;
