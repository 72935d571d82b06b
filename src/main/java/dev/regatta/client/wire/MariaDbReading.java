package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A query of integers on MariaDB: per execution one prebuilt COM_STMT_EXECUTE with the key patched in, one response. */
final class MariaDbReading implements WireStatement {

    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int TYPES_FOLLOW = 1;
    private static final int TYPE_LONG = 3;

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
        var bytes = MariaDbPackets.begin(0).int1(COM_STMT_EXECUTE).int4(statement).int1(0).int4(1);
        if (keyed) {
            bytes.int1(0).int1(TYPES_FOLLOW).int2(TYPE_LONG);
            keyAt = bytes.size();
            bytes.int4(0);
        } else {
            keyAt = 0;
        }
        request = MariaDbPackets.finish(bytes);
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
