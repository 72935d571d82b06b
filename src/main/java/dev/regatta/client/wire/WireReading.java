package dev.regatta.client.wire;

import dev.regatta.workload.Digest;

import java.io.IOException;

/**
 * A query: per execution one prebuilt request, with the key patched in if it has one, and one response.
 *
 * @param statements how often an operation runs it
 */
record WireReading(Exchange exchange, Rows rows, PreparedRequest select, int statements) implements WireStatement {

    @Override
    public long execute(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int i = 0; i < statements; i++) {
            exchange.send(select.slots().length > 0 ? select.with(keys[i]) : select.request());
            digest = rows.read(digest);
        }
        return digest;
    }
}
