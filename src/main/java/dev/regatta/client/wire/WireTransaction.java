package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Reads and updates, a round trip each. BEGIN travels with the first statement, as drivers send it; COMMIT has a round
 * trip of its own, since nobody knows before the last answer whether to commit.
 *
 * @param first  the select with BEGIN in front of it, if the transaction has one
 * @param next   the select alone
 * @param update not used when nothing is updated
 */
record WireTransaction(Exchange exchange, Rows rows, Transaction transaction, PreparedRequest first,
        PreparedRequest next, PreparedRequest update, ByteBuffer commit) implements WireStatement {

    @Override
    public long execute(int[] keys) throws IOException {
        long digest;
        try {
            digest = work(keys);
        } catch (ServerError e) {
            // Ends the failed transaction too, as a rollback.
            end();
            throw e;
        }
        end();
        return digest;
    }

    private long work(int[] keys) throws IOException {
        long digest = Digest.EMPTY;
        int statements = transaction.read().statements();
        for (int i = 0; i < statements; i++) {
            PreparedRequest select = i == 0 ? first : next;
            exchange.send(select.slots().length > 0 ? select.with(keys[i]) : select.request());
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

    private void end() throws IOException {
        if (!transaction.autocommit()) {
            exchange.send(commit);
            exchange.acknowledged();
        }
    }
}
