package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads and updates, a round trip each. BEGIN travels with the first statement, as drivers send it; COMMIT has a round trip of
 * its own, since nobody knows before the last answer whether to commit.
 */
final class WireTransaction implements WireStatement {

    private final Exchange exchange;
    private final Rows rows;
    private final Transaction transaction;
    private final int statements;
    private final boolean keyed;
    private final Step first;
    private final Step next;
    private final Step update;
    private final ByteBuffer commit;

    /**
     * The statements of {@code transaction}.
     *
     * @param first  the select with BEGIN in front of it, if the transaction has one
     * @param next   the select alone
     * @param update not used when nothing is updated
     */
    WireTransaction(Exchange exchange, Rows rows, Transaction transaction, Step first, Step next, Step update,
            ByteBuffer commit) {
        this.exchange = exchange;
        this.rows = rows;
        this.transaction = transaction;
        this.first = first;
        this.next = next;
        this.update = update;
        this.commit = commit;
        statements = transaction.read().statements();
        keyed = transaction.read().keyed();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest;
        try {
            digest = work(keys);
        } catch (ServerError e) {
            // Ends the failed transaction too, as a rollback.
            commit();
            throw e;
        }
        commit();
        return digest;
    }

    private long work(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        for (int i = 0; i < statements; i++) {
            Step step = i == 0 ? first : next;
            exchange.send(keyed ? step.with(keys[i]) : step.request());
            if (i == 0 && !transaction.autocommit()) {
                exchange.begun();
            }
            digest = rows.read(digest);
        }
        if (transaction.updating()) {
            int updated = 0;
            for (int i = 0; i < statements; i++) {
                exchange.send(update.with(0, transaction.written(keys, i), keys[i]));
                updated += exchange.acknowledged();
            }
            digest = Digest.mix(digest, updated);
        }
        return digest;
    }

    private void commit() throws IOException {
        if (!transaction.autocommit()) {
            exchange.send(commit);
            exchange.acknowledged();
        }
    }
}
