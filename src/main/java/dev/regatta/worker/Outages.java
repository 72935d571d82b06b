package dev.regatta.worker;

import java.io.IOException;

/** How a pool loses the connections that it has opened. */
interface Outages extends AutoCloseable {

    /** One that is to come: it concerns what is opened from now on. */
    Ahead ahead() throws IOException;

    @Override
    default void close() {
    }

    /** An outage that is to come. */
    @FunctionalInterface
    interface Ahead extends AutoCloseable {

        /** Now it comes; returns when all connections are lost. */
        void come() throws IOException;

        @Override
        default void close() throws IOException {
        }
    }
}
