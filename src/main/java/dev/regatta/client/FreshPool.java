package dev.regatta.client;

import java.time.Duration;

/**
 * A pool that is opened for one operation and has opened no connection yet. Opening and closing it may block.
 *
 * @param <O> a blocking or an asynchronous operation
 */
public interface FreshPool<O> extends AutoCloseable {

    /** How long a pool waits for the answer of a connection that may be half-open. */
    Duration PATIENCE = Duration.ofMillis(500);
    /** The same where whole seconds are counted. */
    int PATIENT_SECONDS = 1;
    /** How long a log-in may take: several times as long as on a very busy machine, half as long as callers come back. */
    int LOGIN_SECONDS = 5;

    /**
     * What each of several callers does: it borrows a connection, reads, and keeps the connection until enough have come.
     * Callers may run it at once.
     */
    O caller(Gathering callers);

    @Override
    void close();
}
