package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and updates on PostgreSQL, a round trip each. BEGIN travels with the first statement, as drivers send it; COMMIT has a
 * round trip of its own, since nobody knows before the last answer whether to commit.
 */
final class PostgresTransaction implements WireStatement {

    private final PostgresMessages messages;
    private final PostgresResponse response;
    private final Transaction transaction;
    private final int statements;
    private final Step first;
    private final Step next;
    private final Step update;
    private final ByteBuffer commit;

    /** A request with the places of its parameters. */
    private record Step(ByteBuffer request, int[] slots) {
        static Step of(Request bytes) {
            return new Step(PostgresPipeline.sync(bytes), bytes.slots());
        }
    }

    /** The names of prepared statements; {@code update} is not used when nothing is updated. */
    PostgresTransaction(PostgresMessages messages, Transaction transaction, String begin, String select, String update,
            String commit) {
        this.messages = messages;
        this.transaction = transaction;
        response = new PostgresResponse(messages);
        statements = transaction.read().statements();
        int keys = transaction.read().keyed() ? 1 : 0;
        next = Step.of(PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), select, keys));
        first = transaction.autocommit()
                ? next
                : Step.of(PostgresPipeline.execute(
                        PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), begin, 0), select, keys));
        this.update = Step.of(PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), update, 2));
        this.commit = PostgresPipeline.only(commit);
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
            if (step.slots().length > 0) {
                step.request().putInt(step.slots()[0], keys[i]);
            }
            messages.send(step.request());
            digest = response.read(digest);
        }
        if (transaction.updating()) {
            for (int i = 0; i < statements; i++) {
                update.request().putInt(update.slots()[0], transaction.written(keys, i));
                update.request().putInt(update.slots()[1], keys[i]);
                messages.send(update.request());
                response.read(digest);
            }
            digest = Digest.mix(digest, response.updated());
        }
        return digest;
    }

    private void commit() throws IOException {
        if (!transaction.autocommit()) {
            messages.send(commit);
            response.read(Digest.EMPTY);
        }
    }
}
