/**
 * Workloads and datasets as data every client can run and every result can be checked by; the catalog is
 * {@link dev.regatta.workload.Workloads}. Must not import any other package of Regatta.
 */
package dev.regatta.workload;
