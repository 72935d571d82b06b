package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and updates on MariaDB, a round trip each. BEGIN travels with the first statement; COMMIT has a round trip of its own,
 * since nobody knows before the last answer whether to commit.
 */
final class MariaDbTransaction implements WireStatement {

    private final MariaDbPackets packets;
    private final Transaction transaction;
    private final BinaryRows rows;
    private final int statements;
    private final Step first;
    private final Step next;
    private final Step update;
    private final ByteBuffer commit;

    /** A request with the places of its parameters. */
    private record Step(ByteBuffer request, int[] slots) {
        static Step of(Request bytes) {
            return new Step(bytes.build(), bytes.slots());
        }
    }

    /** The numbers of prepared statements, and the rows of the first. */
    MariaDbTransaction(MariaDbPackets packets, Transaction transaction, int select, BinaryRows rows, int update) {
        this.packets = packets;
        this.transaction = transaction;
        this.rows = rows;
        statements = transaction.read().statements();
        int keys = transaction.read().keyed() ? 1 : 0;
        next = Step.of(MariaDbPipeline.execute(new Request(ByteOrder.LITTLE_ENDIAN), select, keys));
        first = transaction.autocommit()
                ? next
                : Step.of(MariaDbPipeline.execute(
                        MariaDbPipeline.query(new Request(ByteOrder.LITTLE_ENDIAN), "BEGIN"), select, keys));
        this.update = Step.of(MariaDbPipeline.execute(new Request(ByteOrder.LITTLE_ENDIAN), update, 2));
        commit = MariaDbPipeline.query(new Request(ByteOrder.LITTLE_ENDIAN), "COMMIT").build();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        long digest;
        try {
            digest = work(keys);
        } catch (ServerError e) {
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
            packets.send(step.request());
            if (i == 0 && !transaction.autocommit()) {
                packets.acknowledged();
            }
            digest = rows.read(digest);
        }
        if (transaction.updating()) {
            int updated = 0;
            for (int i = 0; i < statements; i++) {
                update.request().putInt(update.slots()[0], transaction.written(keys, i));
                update.request().putInt(update.slots()[1], keys[i]);
                packets.send(update.request());
                updated += packets.acknowledged();
            }
            digest = Digest.mix(digest, updated);
        }
        return digest;
    }

    private void commit() throws IOException {
        if (!transaction.autocommit()) {
            packets.send(commit);
            packets.acknowledged();
        }
    }
}
