package dev.regatta.client;

/**
 * A pool that is opened for one operation and has opened no connection yet. Opening and closing it may block.
 *
 * @param <O> a blocking or an asynchronous operation
 */
public interface FreshPool<O> extends AutoCloseable {

    /**
     * What each of several callers does: it borrows a connection, reads, and keeps the connection until enough have come.
     * Callers may run it at once.
     */
    O caller(Gathering callers);

    @Override
    void close();
}
