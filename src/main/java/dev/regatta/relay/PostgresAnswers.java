package dev.regatta.relay;

/**
 * What a PostgreSQL server still has to answer on one connection. ReadyForQuery ends the answer to a log-in, a query, a
 * function call, and all before a Sync. What is executed without a Sync, as where rows are fetched in portions, has a
 * result or an error of its own.
 */
final class PostgresAnswers implements Answers {

    private static final int HEADER_BYTES = 5;

    /** A request for encryption is answered with one byte, which is no message. */
    private int single;
    private int ready;
    private int results;
    private int header;
    private int type;
    private int length;
    private long left;

    /** The client asked for encryption. */
    void encryptionAsked() {
        single++;
    }

    /** The client asked for something that ends with ReadyForQuery, as does what it executed before. */
    void readinessAsked() {
        ready++;
        results = 0;
    }

    /** The client asked for a result, or sent all that is to be copied. */
    void resultAsked() {
        results++;
    }

    @Override
    public boolean missing() {
        return ready + results > 0;
    }

    @Override
    public void read(byte[] bytes) {
        int at = 0;
        while (at < bytes.length) {
            if (header == HEADER_BYTES) {
                int some = (int) Math.min(left, bytes.length - at);
                left -= some;
                at += some;
            } else if (header == 0 && single > 0) {
                single--;
                at++;
            } else {
                header(bytes[at++] & 0xff);
            }
            if (header == HEADER_BYTES && left == 0) {
                header = 0;
                message();
            }
        }
    }

    private void header(int octet) {
        if (header == 0) {
            type = octet;
            length = 0;
        } else {
            length = length << 8 | octet;
        }
        header++;
        left = Math.max(0, length - Integer.BYTES);
    }

    private void message() {
        switch (type) {
            case 'Z' -> ready = Math.max(0, ready - 1);
            case 'C', 's', 'I' -> results = ready > 0 ? results : Math.max(0, results - 1);
            // What follows is skipped up to the next Sync.
            case 'E' -> results = ready > 0 ? results : 0;
            case 'G', 'W' -> {
                // Now the client sends what is to be copied; a Sync that it sent already is ignored.
                ready = 0;
                results = 0;
            }
            default -> {
                // Rows, notices and the like end nothing.
            }
        }
    }
}
