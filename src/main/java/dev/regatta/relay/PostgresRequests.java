package dev.regatta.relay;

/** Messages of a type byte and a length of four bytes that includes itself; those before the login lack the type. */
final class PostgresRequests extends Requests {

    private static final int LENGTH_BYTES = 4;
    private static final int ASK_FOR_TLS = 80_877_103;
    private static final int ASK_FOR_GSS = 80_877_104;

    private boolean loggingIn = true;
    private int type;
    private boolean typed;
    private int header;
    private int value;
    private long left;
    private int code;
    private int codeBytes;

    @Override
    void next(int octet) {
        if (left > 0) {
            left--;
            if (codeBytes > 0) {
                code = code << 8 | octet;
                codeBytes--;
            }
            if (left == 0) {
                end();
            }
        } else if (!loggingIn && !typed) {
            type = octet;
            typed = true;
            switch (type) {
                case 'Q', 'E', 'F' -> statement();
                case 'P' -> preparation();
                default -> {
                    // Bind, Describe, Sync, passwords, copied rows and the like ask for nothing by themselves.
                }
            }
        } else {
            value = value << 8 | octet;
            if (++header == LENGTH_BYTES) {
                left = value - LENGTH_BYTES;
                codeBytes = loggingIn ? Integer.BYTES : 0;
                header = 0;
                value = 0;
                typed = false;
            }
        }
    }

    /** A client whose request for TLS or GSS encryption is refused starts again. */
    private void end() {
        if (loggingIn && code != ASK_FOR_TLS && code != ASK_FOR_GSS) {
            loggingIn = false;
        }
    }
}
