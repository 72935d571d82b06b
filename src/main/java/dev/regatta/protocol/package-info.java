/**
 * The records both JVMs and the files share: names, recipes, commands, answers, slices, results, and strict JSON.
 * Validates and does nothing else; imports only {@code workload} and {@code load}.
 */
package dev.regatta.protocol;
