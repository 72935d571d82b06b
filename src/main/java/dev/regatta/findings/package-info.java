/**
 * Claims of published comparisons, answered from explorations that are stored under {@code findings/}: what each claim
 * needs, when it holds, and the page that says so. Measures nothing; the same explorations give the same page.
 */
package dev.regatta.findings;
