package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A large text as a parameter on MariaDB: the requests of each text are prebuilt, and the id is patched in. */
final class MariaDbLargeParameter implements WireStatement {

    private final MariaDbPackets packets;
    private final LargeParameter large;
    private final BinaryRows rows;
    private final List<Step> inserts;
    private final List<Step> selects;

    /** A request with the place of the id. */
    private record Step(ByteBuffer request, int idAt) {
        static Step of(int statement, String text) {
            var bytes = MariaDbPipeline.execute(new Request(ByteOrder.LITTLE_ENDIAN), statement, 1,
                    text.getBytes(StandardCharsets.UTF_8));
            return new Step(bytes.build(), bytes.slots()[0]);
        }
    }

    /** The numbers of prepared statements, and the rows of the second. */
    MariaDbLargeParameter(MariaDbPackets packets, LargeParameter large, int insert, int select, BinaryRows rows) {
        this.packets = packets;
        this.large = large;
        this.rows = rows;
        inserts = large.texts().stream().map(text -> Step.of(insert, text)).toList();
        selects = large.texts().stream().map(text -> Step.of(select, text)).toList();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        int choice = large.choice(keys);
        send(inserts.get(choice), keys[0]);
        packets.acknowledged();
        send(selects.get(choice), keys[0]);
        return rows.read(Digest.EMPTY);
    }

    private void send(Step step, int id) throws IOException {
        step.request().putInt(step.idAt(), id);
        packets.send(step.request());
    }
}
