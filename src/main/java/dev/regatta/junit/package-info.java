/**
 * The JUnit surface: {@link dev.regatta.junit.PerformanceTest}, one node per cell, the session that measures, and the
 * assertions. Decides nothing itself: verdicts come from {@code gate}, numbers from {@code race}.
 */
package dev.regatta.junit;
