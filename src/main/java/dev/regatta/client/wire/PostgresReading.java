package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A query of integers on PostgreSQL: per execution one prebuilt request with the key patched in, and one response. */
final class PostgresReading implements WireStatement {

    private final PostgresMessages messages;
    private final ByteBuffer request;
    private final boolean keyed;
    private final int keyAt;
    private final int statements;

    PostgresReading(PostgresMessages messages, Reading reading, String name) {
        this.messages = messages;
        keyed = reading.keyed();
        statements = reading.statements();
        var bytes = PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), name, keyed ? 1 : 0);
        keyAt = keyed ? bytes.slots()[0] : 0;
        request = PostgresPipeline.sync(bytes);
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int statement = 0; statement < statements; statement++) {
            if (keyed) {
                request.putInt(keyAt, keys[statement]);
            }
            messages.send(request);
            digest = read(digest);
        }
        return digest;
    }

    private long read(long before) throws IOException {
        long digest = before;
        while (true) {
            switch (messages.next()) {
                case 'D' -> digest = row(messages.body(), digest);
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

    /** The digest after a DataRow of binary integers. */
    static long row(ByteBuffer in, long before) throws IOException {
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
