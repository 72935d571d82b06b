package dev.regatta.relay;

/** What client and server speak; told apart only to find the requests in what the client sends. */
public enum Language {

    /** Anything: no statements are found in it. */
    UNKNOWN {
        @Override
        Requests requests() {
            return new Requests() {
                @Override
                void next(int octet) {
                    // There is nothing to find.
                }
            };
        }
    },

    /**
     * PostgreSQL's protocol 3: Query, Execute and FunctionCall are statements, Parse is a preparation
     * (<a href="https://www.postgresql.org/docs/current/protocol-message-formats.html">message formats</a>).
     */
    POSTGRESQL {
        @Override
        Requests requests() {
            return new PostgresRequests();
        }
    },

    /**
     * The protocol of MariaDB and MySQL: COM_QUERY, COM_STMT_EXECUTE and COM_STMT_BULK_EXECUTE are statements,
     * COM_STMT_PREPARE is a preparation
     * (<a href="https://mariadb.com/docs/server/reference/clientserver-protocol">client/server protocol</a>).
     */
    MARIADB {
        @Override
        Requests requests() {
            return new MariaDbRequests();
        }
    };

    /** A reader of what one client sends from its first byte. */
    abstract Requests requests();
}
