package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** An insert and a select with a large text on Vert.x. */
final class VertxLargeParameter extends VertxOperation {

    private final String insert;
    private final String select;
    private final LargeParameter large;

    VertxLargeParameter(VertxLender lender, String insert, String select, LargeParameter large) {
        super(lender.onOneConnection());
        this.insert = insert;
        this.select = select;
        this.large = large;
    }

    @Override
    Future<Long> run(SqlClient client, int[] keys) {
        Tuple parameters = Tuple.of(keys[0], large.texts().get(large.choice(keys)));
        return client.preparedQuery(insert).execute(parameters)
                .compose(inserted -> client.preparedQuery(select).execute(parameters))
                .map(rows -> VertxReading.read(rows, 1, Digest.EMPTY));
    }
}
