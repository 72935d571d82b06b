/**
 * Claims of published comparisons, answered from explorations that are stored under {@code findings/}: what each claim
 * needs, and when it holds. Measures nothing; the same explorations give the same answers.
 */
package dev.regatta.findings;
