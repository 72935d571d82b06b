/**
 * What a measurement says about an arm before anything is judged: log ratios of two arms, absolute figures, disturbance
 * and soundness. Pure functions of the protocol's records; the gate judges with them, and baselines are made of them.
 */
package dev.regatta.analysis;
