/**
 * A TCP relay between a client and a server that counts round trips, statements, bytes and packets, and can make the
 * way longer. Imports {@code load} for its clock, and nothing else of ours, so that it can run as a process of its own.
 */
package dev.regatta.relay;
