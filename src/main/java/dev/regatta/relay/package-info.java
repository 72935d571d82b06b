/**
 * A TCP relay between a client and a server that counts round trips, statements with their texts, bytes and packets,
 * can make the way longer, and can go silent. Imports {@code load} for its clock, and nothing else of ours. What counts
 * runs in the test JVMs of projects, on Java 17, and needs no other package; what delays is a process of its own.
 */
package dev.regatta.relay;
