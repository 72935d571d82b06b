package dev.regatta.client.wire;

/** Packets that execute prepared statements and plain SQL; several are sent at once, and answered in order. */
final class MariaDbPipeline {

    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int TYPES_FOLLOW = 1;
    private static final int TYPE_LONG = 3;
    private static final int TYPE_VAR_STRING = 253;
    private static final int LENGTH_IN_2_BYTES = 0xfc;

    private MariaDbPipeline() {
    }

    /** Adds a packet with SQL. */
    static Request query(Request bytes, String sql) {
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
    static Request execute(Request bytes, int statement, int integers, byte[]... texts) {
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

    /** Fills in the length of the packet that starts at {@code start}; its sequence number is 0, as of every command. */
    static Request finish(Request bytes, int start) {
        return bytes.patchInt4(start, bytes.size() - start - Integer.BYTES);
    }
}
