/**
 * From measurements and baselines to verdicts. Pure: no clock, no file, no process; the same results, baselines and
 * seed give the same bytes. {@code PackagesTest} says which packages it may import: none that measures or prints.
 */
package dev.regatta.gate;
