package dev.regatta.client.wire;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** A large text as a parameter: the requests of each text are prebuilt, and the id is patched in. */
final class WireLargeParameter implements WireStatement {

    private final Exchange exchange;
    private final Rows rows;
    private final LargeParameter large;
    private final List<PreparedRequest> inserts;
    private final List<PreparedRequest> selects;

    /**
     * Builds the requests.
     *
     * @param insert makes the insert of a text
     * @param select makes the select by a text
     */
    WireLargeParameter(Exchange exchange, Rows rows, LargeParameter large, Function<byte[], PreparedRequest> insert,
            Function<byte[], PreparedRequest> select) {
        this.exchange = exchange;
        this.rows = rows;
        this.large = large;
        List<byte[]> texts = large.texts().stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
        inserts = texts.stream().map(insert).toList();
        selects = texts.stream().map(select).toList();
    }

    @Override
    public long execute(int[] keys) throws IOException {
        int choice = large.choice(keys);
        exchange.send(inserts.get(choice).with(keys[0]));
        exchange.acknowledged();
        exchange.send(selects.get(choice).with(keys[0]));
        return rows.read(Digest.EMPTY);
    }
}
