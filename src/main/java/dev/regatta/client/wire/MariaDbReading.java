package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A query of integers on MariaDB: per execution one prebuilt COM_STMT_EXECUTE with the key patched in, one response. */
final class MariaDbReading implements WireStatement {

    private final MariaDbPackets packets;
    private final BinaryRows rows;
    private final ByteBuffer request;
    private final boolean keyed;
    private final int keyAt;
    private final int statements;

    MariaDbReading(MariaDbPackets packets, Reading reading, int statement, BinaryRows rows) {
        this.packets = packets;
        this.rows = rows;
        keyed = reading.keyed();
        statements = reading.statements();
        var bytes = MariaDbPipeline.execute(new Request(ByteOrder.LITTLE_ENDIAN), statement, keyed ? 1 : 0);
        keyAt = keyed ? bytes.slots()[0] : 0;
        request = bytes.build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int statement = 0; statement < statements; statement++) {
            if (keyed) {
                request.putInt(keyAt, keys[statement]);
            }
            packets.send(request);
            digest = rows.read(digest);
        }
        return digest;
    }
}
