package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Listing;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A query of integers and texts on PostgreSQL. */
final class PostgresListing implements WireStatement {

    private final PostgresMessages messages;
    private final boolean[] texts;
    private final ByteBuffer request;

    /** @param name the prepared statement's name */
    PostgresListing(PostgresMessages messages, Listing listing, String name) {
        this.messages = messages;
        texts = listing.texts();
        request = PostgresPipeline.only(name);
    }

    @Override
    public long execute(int[] keys) throws IOException {
        messages.send(request);
        long digest = Digest.EMPTY;
        while (true) {
            switch (messages.next()) {
                case 'D' -> digest = row(digest);
                case 'E' -> throw messages.recover(messages.error());
                case 'Z' -> {
                    return digest;
                }
                default -> {
                    // BindComplete, CommandComplete, notices.
                }
            }
        }
    }

    private long row(long before) throws IOException {
        ByteBuffer in = messages.body();
        int columns = in.getShort();
        long digest = before;
        for (int column = 0; column < columns; column++) {
            int length = in.getInt();
            if (length < 0) {
                throw new IOException("a null, expected a value");
            }
            digest = texts[column]
                    ? Digest.mix(digest, messages.text(length))
                    : Digest.mix(digest, in.getInt());
        }
        return digest;
    }
}
