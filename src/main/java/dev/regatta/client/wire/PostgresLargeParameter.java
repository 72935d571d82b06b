package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A large text as a parameter on PostgreSQL: the requests of each text are prebuilt, and the id is patched in. */
final class PostgresLargeParameter implements WireStatement {

    private final PostgresMessages messages;
    private final PostgresResponse response;
    private final LargeParameter large;
    private final List<Step> inserts;
    private final List<Step> selects;

    /** A request with the place of the id. */
    private record Step(ByteBuffer request, int idAt) {
        static Step of(String statement, String text) {
            var bytes = PostgresPipeline.execute(new Request(ByteOrder.BIG_ENDIAN), statement, 1,
                    text.getBytes(StandardCharsets.UTF_8));
            return new Step(PostgresPipeline.sync(bytes), bytes.slots()[0]);
        }
    }

    /** The names of prepared statements. */
    PostgresLargeParameter(PostgresMessages messages, LargeParameter large, String insert, String select) {
        this.messages = messages;
        this.large = large;
        response = new PostgresResponse(messages);
        inserts = large.texts().stream().map(text -> Step.of(insert, text)).toList();
        selects = large.texts().stream().map(text -> Step.of(select, text)).toList();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        int choice = large.choice(keys);
        run(inserts.get(choice), keys[0]);
        return run(selects.get(choice), keys[0]);
    }

    private long run(Step step, int id) throws IOException {
        step.request().putInt(step.idAt(), id);
        messages.send(step.request());
        return response.read(Digest.EMPTY);
    }
}
