/**
 * What a cell depends on, and whether its old form can be had: classes, workloads, JDKs and servers of this checkout, of
 * another one, and of a baseline. Measures nothing.
 */
package dev.regatta.inputs;
