package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A query of integers and texts on MariaDB. */
final class MariaDbListing implements WireStatement {

    private final MariaDbPackets packets;
    private final MixedRows rows;
    private final ByteBuffer request;

    /** @param statement the prepared statement's number */
    MariaDbListing(MariaDbPackets packets, int statement, MixedRows rows) {
        this.packets = packets;
        this.rows = rows;
        request = MariaDbPipeline.execute(new Request(ByteOrder.LITTLE_ENDIAN), statement, 0).build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        packets.send(request);
        return rows.read(Digest.EMPTY);
    }
}
