package dev.regatta.client.wire;

import java.nio.ByteOrder;

/**
 * Requests that execute prepared statements with binary parameters and results: several are sent at once, before one
 * Sync.
 */
final class PostgresPipeline {

    private static final int BINARY = 1;

    private PostgresPipeline() {
    }

    /**
     * Adds a Bind and an Execute.
     *
     * @param statement the prepared statement's name
     * @param integers  how many integer parameters come first, each a {@link Request#slot()}
     * @param texts     the parameters after them
     */
    static Request execute(Request bytes, String statement, int integers, byte[]... texts) {
        int bind = bytes.size();
        PostgresMessages.begin(bytes, 'B').string("").string(statement);
        bytes.int2(1).int2(BINARY).int2(integers + texts.length);
        for (int i = 0; i < integers; i++) {
            bytes.int4(Integer.BYTES).slot();
        }
        for (byte[] text : texts) {
            bytes.int4(text.length).raw(text);
        }
        PostgresMessages.finish(bytes.int2(1).int2(BINARY), bind);
        int execute = bytes.size();
        return PostgresMessages.finish(PostgresMessages.begin(bytes, 'E').string("").int4(0), execute);
    }

    /** Adds the Sync that ends a request. */
    static Request sync(Request bytes) {
        return bytes.int1('S').int4(4);
    }

    /** A request of one statement, see {@link #execute}. */
    static PreparedRequest request(String statement, int integers, byte[]... texts) {
        return sync(execute(new Request(ByteOrder.BIG_ENDIAN), statement, integers, texts)).prepared();
    }

    /** A request of a statement without parameters and, {@code times} over, another one with {@code integers}. */
    static PreparedRequest after(String first, String statement, int integers, int times) {
        var bytes = execute(new Request(ByteOrder.BIG_ENDIAN), first, 0);
        for (int i = 0; i < times; i++) {
            execute(bytes, statement, integers);
        }
        return sync(bytes).prepared();
    }
}
