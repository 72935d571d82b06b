package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;

/** Like {@link MariaDbRows}, for columns of integers of four bytes and texts. */
final class MariaDbMixedRows extends MariaDbRows {

    private static final int LONG = 3;
    private static final int VAR_STRING = 253;

    private final MariaDbPackets packets;
    private final boolean[] texts;

    /** Reads the metadata of the columns, which is next in the stream. */
    MariaDbMixedRows(MariaDbPackets packets, boolean cachesMetadata, boolean[] texts) throws IOException {
        super(packets, cachesMetadata, texts.length);
        this.packets = packets;
        this.texts = texts;
    }

    @Override
    int bytes(int type) {
        return type == LONG || type == VAR_STRING ? Integer.BYTES : 0;
    }

    @Override
    long row(long before) throws IOException {
        packets.body().position(afterNulls(packets.body(), texts.length));
        long digest = before;
        for (boolean text : texts) {
            digest = text
                    ? Digest.mix(digest, packets.text(Math.toIntExact(packets.length())))
                    : Digest.mix(digest, packets.body().getInt());
        }
        return digest;
    }
}
