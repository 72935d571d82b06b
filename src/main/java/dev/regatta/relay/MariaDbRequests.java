package dev.regatta.relay;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Packets of a little-endian length of three bytes and a number; the first packet of a request has the number 0. */
final class MariaDbRequests extends Requests {

    private static final int HEADER_BYTES = 4;
    static final int COM_QUERY = 0x03;
    static final int COM_PING = 0x0e;
    static final int COM_STMT_PREPARE = 0x16;
    static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_CLOSE = 0x19;
    static final int COM_STMT_BULK_EXECUTE = 0xfa;

    private static final int CLIENT_COMPRESS = 1 << 5;
    private static final int CLIENT_SSL = 1 << 11;
    private static final int CLIENT_ZSTD = 1 << 26;
    private static final int CLIENT_QUERY_ATTRIBUTES = 1 << 27;
    /** Stands for the statement that was prepared last, whose id the client does not know yet. */
    private static final int LAST = -1;

    private final MariaDbAnswers answers = new MariaDbAnswers();
    private String last = "";
    private boolean loggedIn;
    private int flags;
    private int header;
    private int number;
    private int length;
    private int left;
    private int command;
    private boolean first;
    private boolean ofFile;

    MariaDbRequests(Consumer<String> texts) {
        super(texts);
    }

    @Override
    boolean doubleQuotesName() {
        return false;
    }

    @Override
    void next(int octet) {
        if (left > 0) {
            body(octet);
        } else if (header < HEADER_BYTES - 1) {
            length |= octet << 8 * header;
            header++;
        } else {
            number = octet;
            first = true;
            left = length;
            header = 0;
            length = 0;
            ofFile = answers.fileAsked();
            if (ofFile && left == 0) {
                answers.fileSent();
            }
        }
    }

    private void body(int octet) {
        left--;
        if (ofFile) {
            return;
        }
        // What is sent while logging in answers the server's greeting, which has the number 0.
        if (number == 0 && first) {
            loggedIn = true;
            command = octet;
        } else if (number == 0 ? keepsText() : number == 1 && !loggedIn) {
            keep(octet);
        }
        first = false;
        if (left == 0 && number == 0) {
            command(kept());
        } else if (left == 0 && number == 1 && !loggedIn) {
            login(kept());
        }
    }

    private boolean keepsText() {
        return switch (command) {
            case COM_QUERY, COM_STMT_PREPARE, COM_STMT_EXECUTE, COM_STMT_BULK_EXECUTE, COM_STMT_CLOSE -> true;
            default -> false;
        };
    }

    private void login(byte[] body) {
        flags = number(body, 0);
        if ((flags & CLIENT_SSL) != 0) {
            unreadable("TLS");
        } else if ((flags & (CLIENT_COMPRESS | CLIENT_ZSTD)) != 0) {
            unreadable("compression");
        }
        answers.loginAsked(flags);
        // A server that wants a password in another form asks for it in between, so that the next packet has number 3.
    }

    private void command(byte[] body) {
        switch (command) {
            case COM_QUERY -> execute(query(body));
            case COM_STMT_PREPARE -> {
                last = new String(body, StandardCharsets.UTF_8);
                preparation(last);
            }
            case COM_STMT_EXECUTE, COM_STMT_BULK_EXECUTE -> execute(number(body, 0) == LAST
                    ? last
                    : answers.prepared(number(body, 0)));
            case COM_STMT_CLOSE -> answers.closed(number(body, 0));
            case COM_PING -> ping();
            default -> {
                // A change of the schema and the like execute nothing.
            }
        }
        answers.asked(command, last);
    }

    private void execute(String sql) {
        statement(sql);
        mayEndTransaction();
    }

    /** MySQL's clients may send attributes before the text: how many, and in how many sets. */
    private String query(byte[] body) {
        if ((flags & CLIENT_QUERY_ATTRIBUTES) == 0) {
            return new String(body, StandardCharsets.UTF_8);
        }
        return body.length > 2 && body[0] == 0
                ? new String(body, 2, body.length - 2, StandardCharsets.UTF_8)
                : "(with query attributes)";
    }

    @Override
    Answers answers() {
        return answers;
    }

    /** The little-endian number of four bytes at {@code at}; 0 if there is none. */
    static int number(byte[] bytes, int at) {
        return bytes.length < at + Integer.BYTES
                ? 0
                : bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8 | (bytes[at + 2] & 0xff) << 16 | bytes[at + 3] << 24;
    }
}
