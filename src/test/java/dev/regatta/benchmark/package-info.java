/**
 * Measurements of Regatta itself, run by hand: they judge nothing and are no part of the build.
 *
 * <p>
 * May import every package of ours; nothing imports it.
 */
package dev.regatta.benchmark;
