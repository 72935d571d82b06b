package dev.regatta.relay;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Messages of a type byte and a length of four bytes that includes itself; those before the login lack the type. */
final class PostgresRequests extends Requests {

    private static final int LENGTH_BYTES = 4;
    private static final int ASK_FOR_TLS = 80_877_103;
    private static final int ASK_FOR_GSS = 80_877_104;
    private static final int CANCEL = 80_877_102;
    private static final int PROTOCOL = 3;
    /** The first byte of TLS; of a message before the login it would be the highest of its length. */
    private static final int TLS_HANDSHAKE = 0x16;

    private final Map<String, String> prepared = new HashMap<>();
    private final Map<String, String> portals = new HashMap<>();
    private final PostgresAnswers answers = new PostgresAnswers();
    private boolean loggingIn = true;
    private int type;
    private boolean typed;
    private int header;
    private int value;
    private long left;
    private int code;
    private int codeBytes;

    PostgresRequests(Consumer<String> texts) {
        super(texts);
    }

    @Override
    boolean doubleQuotesName() {
        return true;
    }

    @Override
    void next(int octet) {
        if (left > 0) {
            body(octet);
        } else if (!loggingIn && !typed) {
            type = octet;
            typed = true;
        } else if (loggingIn && header == 0 && octet == TLS_HANDSHAKE) {
            unreadable("TLS");
        } else {
            length(octet);
        }
    }

    private void length(int octet) {
        value = value << 8 | octet;
        if (++header == LENGTH_BYTES) {
            left = value - LENGTH_BYTES;
            codeBytes = loggingIn ? Integer.BYTES : 0;
            header = 0;
            value = 0;
            typed = false;
            if (left == 0) {
                end();
            }
        }
    }

    private void body(int octet) {
        left--;
        if (codeBytes > 0) {
            code = code << 8 | octet;
            codeBytes--;
        } else if (!loggingIn && "QPBEC".indexOf(type) >= 0) {
            keep(octet);
        }
        if (left == 0) {
            end();
        }
    }

    private void end() {
        if (loggingIn) {
            begun();
        } else {
            message(kept());
        }
    }

    /** A client whose request for TLS or GSS encryption is refused starts again. */
    private void begun() {
        switch (code) {
            // Granted or not, what comes next tells.
            case ASK_FOR_TLS, ASK_FOR_GSS -> answers.encryptionAsked();
            case CANCEL -> loggingIn = false;
            default -> {
                loggingIn = false;
                if (code >>> 16 != PROTOCOL) {
                    unreadable("GSS encryption");
                }
                answers.readinessAsked();
            }
        }
    }

    private void message(byte[] body) {
        switch (type) {
            case 'Q' -> {
                statement(textAt(body, 0));
                mayEndTransaction();
                answers.readinessAsked();
            }
            case 'P' -> {
                String sql = textAt(body, endOfText(body, 0) + 1);
                preparation(sql);
                prepared.put(textAt(body, 0), sql);
            }
            case 'B' ->
                portals.put(textAt(body, 0), prepared.getOrDefault(textAt(body, endOfText(body, 0) + 1), UNKNOWN));
            case 'E' -> {
                statement(portals.getOrDefault(textAt(body, 0), UNKNOWN));
                answers.resultAsked();
            }
            case 'F' -> {
                statement("(function call)");
                answers.readinessAsked();
            }
            case 'C' -> close(new String(body, StandardCharsets.UTF_8));
            case 'S' -> {
                mayEndTransaction();
                answers.readinessAsked();
            }
            // All that is to be copied was sent, or no more will be.
            case 'c', 'f' -> answers.resultAsked();
            default -> {
                // Describe, passwords, copied rows and the like ask for nothing by themselves.
            }
        }
    }

    @Override
    Answers answers() {
        return answers;
    }

    private void close(String target) {
        if (!target.isEmpty()) {
            (target.charAt(0) == 'S' ? prepared : portals).remove(target.substring(1).replace("\0", ""));
        }
    }
}
