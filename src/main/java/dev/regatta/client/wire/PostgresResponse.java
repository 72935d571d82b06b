package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Requests to PostgreSQL, each ended by one Sync, and the responses up to it: rows of integers, and counts of updated
 * rows.
 */
class PostgresResponse implements Exchange, Rows {

    private static final String UPDATED = "UPDATE ";

    private final PostgresMessages messages;
    private int updated;

    PostgresResponse(PostgresMessages messages) {
        this.messages = messages;
    }

    @Override
    public void send(ByteBuffer request) throws IOException {
        messages.send(request);
    }

    /** BEGIN is before the same Sync. */
    @Override
    public void begun() {
    }

    @Override
    public int acknowledged() throws IOException {
        updated = 0;
        read(Digest.EMPTY);
        return updated;
    }

    @Override
    public long read(long before) throws IOException {
        long digest = before;
        while (true) {
            switch (messages.next()) {
                case 'D' -> digest = row(messages.body(), digest);
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

    /** The digest after a DataRow. */
    long row(ByteBuffer in, long before) throws IOException {
        long digest = before;
        for (int column = in.getShort(); column > 0; column--) {
            int length = in.getInt();
            int value = switch (length) {
                case 4 -> in.getInt();
                case 8 -> Math.toIntExact(in.getLong());
                case 2 -> in.getShort();
                default -> throw new IOException("an integer of " + length + " bytes");
            };
            digest = Digest.mix(digest, value);
        }
        return digest;
    }
}
