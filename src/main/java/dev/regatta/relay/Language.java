package dev.regatta.relay;

import java.util.function.Consumer;
import java.util.function.Function;

/** What client and server speak; told apart only to find the requests in what the client sends. */
public enum Language {

    /**
     * PostgreSQL's protocol 3: Query, Execute and FunctionCall are statements, Parse is a preparation
     * (<a href="https://www.postgresql.org/docs/current/protocol-message-formats.html">message formats</a>).
     */
    POSTGRESQL(PostgresRequests::new),

    /**
     * The protocol of MariaDB and MySQL: COM_QUERY, COM_STMT_EXECUTE and COM_STMT_BULK_EXECUTE are statements,
     * COM_STMT_PREPARE is a preparation
     * (<a href="https://mariadb.com/docs/server/reference/clientserver-protocol">client/server protocol</a>).
     */
    MARIADB(MariaDbRequests::new);

    private final Function<Consumer<String>, Requests> reader;

    Language(Function<Consumer<String>, Requests> reader) {
        this.reader = reader;
    }

    /**
     * A reader of what one client sends from its first byte, which tells {@code texts} the normalised text of every
     * statement.
     */
    Requests requests(Consumer<String> texts) {
        return reader.apply(texts);
    }
}
