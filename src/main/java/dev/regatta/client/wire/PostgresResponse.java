package dev.regatta.client.wire;

import java.io.IOException;

/** The responses to a request of statements that read integers or update: digests the rows and counts the updated ones. */
final class PostgresResponse {

    private static final String UPDATED = "UPDATE ";

    private final PostgresMessages messages;
    private int updated;

    PostgresResponse(PostgresMessages messages) {
        this.messages = messages;
    }

    /** Reads up to the end of the request and returns {@code before} after the integers of all rows. */
    long read(long before) throws IOException {
        long digest = before;
        while (true) {
            switch (messages.next()) {
                case 'D' -> digest = PostgresReading.row(messages.body(), digest);
                case 'C' -> {
                    if (messages.body().get(messages.body().position()) == 'U') {
                        updated += messages.count(UPDATED.length());
                    }
                }
                case 'E' -> throw messages.recover(messages.error());
                case 'Z' -> {
                    return digest;
                }
                default -> {
                    // BindComplete, notices.
                }
            }
        }
    }

    /** The rows that were updated since this was asked last. */
    int updated() {
        int rows = updated;
        updated = 0;
        return rows;
    }
}
