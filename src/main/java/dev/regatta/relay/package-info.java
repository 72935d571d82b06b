/**
 * A TCP relay between a client and a server that counts round trips, statements with their texts, bytes and packets,
 * and can make the way longer. Imports {@code load} for its clock, and nothing else of ours, so that it can run as a process of its own, or in the
 * test JVM of a project: on Java 17.
 */
package dev.regatta.relay;
