/**
 * One fork: a JVM that opens a client, checks its results, runs slices and answers. Started as
 * {@code java … dev.regatta.worker.WorkerMain} with Regatta, its protocol libraries and a recipe's jars on the class
 * path; never loads JUnit, AssertJ, Testcontainers or statistics, and imports only {@code protocol}, {@code client},
 * {@code stack}, {@code workload}, {@code load}, and of {@code relay} how it is asked to go silent.
 */
package dev.regatta.worker;
