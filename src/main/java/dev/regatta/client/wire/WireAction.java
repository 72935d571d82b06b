package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A statement without a result set: one prebuilt request, and one response. */
final class WireAction implements WireStatement {

    private final Exchange exchange;
    private final ByteBuffer request;

    WireAction(Exchange exchange, ByteBuffer request) {
        this.exchange = exchange;
        this.request = request;
    }

    @Override
    public long execute(int[] keys) throws IOException {
        exchange.send(request);
        return Digest.mix(Digest.EMPTY, exchange.acknowledged());
    }
}
