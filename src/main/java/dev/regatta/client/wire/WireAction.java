package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A statement without a result set: one prebuilt request, and one response. */
record WireAction(Exchange exchange, ByteBuffer request) implements WireStatement {

    @Override
    public long execute(int[] keys) throws IOException {
        exchange.send(request);
        return Digest.mix(Digest.EMPTY, exchange.acknowledged());
    }
}
