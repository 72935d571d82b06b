package dev.regatta.client.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Packets that execute prepared statements and plain SQL; several are sent at once, and answered in order. */
final class MariaDbPipeline {

    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int COM_STMT_BULK_EXECUTE = 0xfa;
    private static final int TYPES_FOLLOW = 1;
    private static final int BULK_TYPES_FOLLOW = 128;
    private static final int NOT_NULL = 0;
    private static final int TYPE_LONG = 3;
    private static final int TYPE_VAR_STRING = 253;
    private static final int LENGTH_IN_2_BYTES = 0xfc;

    private MariaDbPipeline() {
    }

    /** Adds a packet with SQL. */
    private static Request query(Request bytes, String sql) {
        int start = bytes.size();
        return finish(bytes.int4(0).int1(COM_QUERY).text(sql), start);
    }

    /**
     * Adds a packet that executes a statement.
     *
     * @param statement the prepared statement's number
     * @param integers  how many integer parameters come first, each a {@link Request#slot()}
     * @param texts     the parameters after them, each of at most 65535 bytes
     */
    private static Request execute(Request bytes, int statement, int integers, byte[]... texts) {
        int start = bytes.size();
        int parameters = integers + texts.length;
        bytes.int4(0).int1(COM_STMT_EXECUTE).int4(statement).int1(0).int4(1);
        if (parameters > 0) {
            bytes.raw(new byte[parameters + 7 >> 3]).int1(TYPES_FOLLOW);
            for (int i = 0; i < parameters; i++) {
                bytes.int2(i < integers ? TYPE_LONG : TYPE_VAR_STRING);
            }
            for (int i = 0; i < integers; i++) {
                bytes.slot();
            }
            for (byte[] text : texts) {
                if (text.length > 0xffff) {
                    throw new IllegalArgumentException(
                            "a text of " + text.length + " bytes as a parameter, expected at most 65535");
                }
                bytes.int1(LENGTH_IN_2_BYTES).int2(text.length).raw(text);
            }
        }
        return finish(bytes, start);
    }

    /** A request of one statement, see {@link #execute}. */
    static PreparedRequest request(int statement, int integers, byte[]... texts) {
        return execute(new Request(ByteOrder.LITTLE_ENDIAN), statement, integers, texts).prepared();
    }

    /** A request of BEGIN and a statement with {@code integers}, which the server acknowledges one by one. */
    static PreparedRequest begin(int statement, int integers) {
        return execute(begin(), statement, integers).prepared();
    }

    /**
     * A request of BEGIN and of {@code rows} executions of a statement with two integers, which the server acknowledges
     * once.
     */
    static PreparedRequest beginBulk(int statement, int rows) {
        Request bytes = begin();
        int start = bytes.size();
        bytes.int4(0).int1(COM_STMT_BULK_EXECUTE).int4(statement).int2(BULK_TYPES_FOLLOW).int2(TYPE_LONG)
                .int2(TYPE_LONG);
        for (int row = 0; row < rows; row++) {
            bytes.int1(NOT_NULL).slot().int1(NOT_NULL).slot();
        }
        return finish(bytes, start).prepared();
    }

    /** A request of COMMIT. */
    static ByteBuffer commit() {
        return query(new Request(ByteOrder.LITTLE_ENDIAN), "COMMIT").build();
    }

    private static Request begin() {
        return query(new Request(ByteOrder.LITTLE_ENDIAN), "BEGIN");
    }

    /**
     * Fills in the length of the packet that starts at {@code start}; its sequence number is 0, as of every command.
     */
    private static Request finish(Request bytes, int start) {
        return bytes.patchInt4(start, bytes.size() - start - Integer.BYTES);
    }
}
