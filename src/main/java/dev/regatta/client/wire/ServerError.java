package dev.regatta.client.wire;

import java.io.IOException;

/** An error the server reported; the connection that received it can be used further unless the server closed it. */
public final class ServerError extends IOException {

    private static final long serialVersionUID = 1;

    /**
     * @param code    the server's code: an SQLSTATE, for MariaDB with its error number in front
     * @param message the server's message, without secrets as far as the server keeps them out
     */
    public ServerError(String code, String message) {
        super(message + " (" + code + ")");
    }
}
