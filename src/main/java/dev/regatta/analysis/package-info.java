/**
 * What a measurement says about an arm before anything is judged: log ratios of two arms, absolute figures, disturbance
 * and soundness; and how a measurement goes through its sets until a rule stops it. Pure functions of the protocol's
 * records; the gate judges with them, and baselines are made of them.
 */
package dev.regatta.analysis;
