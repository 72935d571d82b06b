package dev.regatta.client.wire;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Sends the requests of prepared statements on one connection and waits for their acknowledgement. */
interface Exchange {

    void send(ByteBuffer request) throws IOException;

    /** Waits for the acknowledgement of a BEGIN in front of the request, where the server gives it one of its own. */
    void begun() throws IOException;

    /** Waits for the response to a request without rows and returns how many it updated. */
    int acknowledged() throws IOException;
}
