package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The response to an executed statement on MariaDB: integer columns in the binary protocol, digested as they come. */
class MariaDbRows implements Rows {

    private static final int TINY = 1;
    private static final int SHORT = 2;
    private static final int LONG = 3;
    private static final int LONGLONG = 8;
    private static final int INT24 = 9;

    private final MariaDbPackets packets;
    private final boolean cachesMetadata;
    private int[] bytesOfColumns;

    /** Reads the metadata of {@code columns} columns, which is next in the stream. */
    MariaDbRows(MariaDbPackets packets, boolean cachesMetadata, int columns) throws IOException {
        this.packets = packets;
        this.cachesMetadata = cachesMetadata;
        this.bytesOfColumns = metadata(columns);
    }

    private int[] metadata(int columns) throws IOException {
        var bytes = new int[columns];
        String refused = "";
        for (int column = 0; column < columns; column++) {
            packets.nextOrError();
            for (int i = 0; i < 4; i++) {
                packets.skip(Math.toIntExact(packets.length()));
            }
            String name = packets.text(Math.toIntExact(packets.length()));
            packets.skip(Math.toIntExact(packets.length()));
            packets.skip(1 + 2 + 4);
            int type = packets.body().get() & 0xff;
            bytes[column] = bytes(type);
            if (bytes[column] == 0) {
                refused = "column " + name + " has the type " + type + ", which is not read here";
            }
        }
        if (!refused.isEmpty()) {
            throw new IOException(refused);
        }
        return bytes;
    }

    /** How many bytes a value of {@code type} has; 0 for a type that is not read. */
    int bytes(int type) {
        return switch (type) {
            case TINY -> 1;
            case SHORT -> 2;
            case LONG, INT24 -> 4;
            case LONGLONG -> 8;
            default -> 0;
        };
    }

    @Override
    public long read(long before) throws IOException {
        packets.nextOrError();
        int columns = (int) packets.length();
        if (!cachesMetadata || packets.body().get() != 0) {
            bytesOfColumns = metadata(columns);
        }
        long digest = before;
        while (packets.nextOrError() != MariaDbPackets.END) {
            digest = row(digest);
        }
        return digest;
    }

    /** The digest after the row in the current packet. */
    long row(long before) throws IOException {
        ByteBuffer in = packets.body();
        int[] columns = bytesOfColumns;
        int at = afterNulls(in, columns.length);
        long digest = before;
        for (int bytes : columns) {
            int value = switch (bytes) {
                case 4 -> in.getInt(at);
                case 8 -> Math.toIntExact(in.getLong(at));
                case 2 -> in.getShort(at);
                default -> in.get(at);
            };
            at += bytes;
            digest = Digest.mix(digest, value);
        }
        return digest;
    }

    /** Where the values of a row start; none of them is a null. */
    static int afterNulls(ByteBuffer in, int columns) throws IOException {
        int at = in.position() + 1;
        int nulls = 0;
        for (int values = at + (columns + 9 >> 3); at < values; at++) {
            nulls |= in.get(at);
        }
        if (nulls != 0) {
            throw new IOException("a null, expected a value");
        }
        return at;
    }
}
