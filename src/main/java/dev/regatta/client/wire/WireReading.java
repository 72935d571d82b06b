package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;

/** A query: per execution one prebuilt request, with the key patched in if it has one, and one response. */
final class WireReading implements WireStatement {

    private final Exchange exchange;
    private final Rows rows;
    private final Step select;
    private final boolean keyed;
    private final int statements;

    /** @param statements how often an operation runs it */
    WireReading(Exchange exchange, Rows rows, Step select, int statements) {
        this.exchange = exchange;
        this.rows = rows;
        this.select = select;
        this.statements = statements;
        keyed = select.slots().length > 0;
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int i = 0; i < statements; i++) {
            exchange.send(keyed ? select.with(keys[i]) : select.request());
            digest = rows.read(digest);
        }
        return digest;
    }
}
