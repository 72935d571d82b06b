package dev.regatta.client.wire;

import java.io.IOException;

/** The rows that answer a request. */
@FunctionalInterface
interface Rows {

    /** Waits for the response and returns {@code before} after its rows. */
    long read(long before) throws IOException;
}
