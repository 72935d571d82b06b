package dev.regatta.client;

import io.r2dbc.spi.ConnectionFactory;

/** Where R2DBC's operations borrow their connections. */
interface R2dbcPool extends AutoCloseable {

    /** Lends connections, which are given back by closing them. */
    ConnectionFactory source();

    /** How many connections it holds; 0 where every connection is a new one. */
    int connections();

    @Override
    void close();

    /** No pool: each borrowed connection is opened by the driver, and closed for good. */
    record None(ConnectionFactory source) implements R2dbcPool {

        @Override
        public int connections() {
            return 0;
        }

        @Override
        public void close() {
            // Nothing stays open.
        }
    }
}
