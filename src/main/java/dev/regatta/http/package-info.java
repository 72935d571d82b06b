/**
 * The load on a web service: its three requests with what they must answer, an HTTP/1.1 client on one thread, and the
 * program that runs it in a JVM of its own. It answers the commands of {@code protocol} as a worker does, and imports
 * {@code protocol}, {@code client}, {@code workload} and {@code load}.
 */
package dev.regatta.http;
