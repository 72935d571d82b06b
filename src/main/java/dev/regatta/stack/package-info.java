/**
 * What the clients of the comparisons are, as data: {@link dev.regatta.stack.Stacks} is the catalog. Imports
 * {@code workload} and {@code load} only.
 */
package dev.regatta.stack;
