package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Like {@link PostgresResponse}, for columns of integers of four bytes and texts. */
final class PostgresMixedRows extends PostgresResponse {

    private final PostgresMessages messages;
    private final boolean[] texts;

    PostgresMixedRows(PostgresMessages messages, boolean[] texts) {
        super(messages);
        this.messages = messages;
        this.texts = texts;
    }

    @Override
    long row(ByteBuffer in, long before) throws IOException {
        int columns = in.getShort();
        long digest = before;
        for (int column = 0; column < columns; column++) {
            int length = in.getInt();
            if (length < 0) {
                throw new IOException("a null, expected a value");
            }
            digest = texts[column] ? Digest.mix(digest, messages.text(length)) : Digest.mix(digest, in.getInt());
        }
        return digest;
    }
}
