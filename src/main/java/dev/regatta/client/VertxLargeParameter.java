package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** An insert and a select with a large text on Vert.x, with the placeholders of the database. */
record VertxLargeParameter(String insert, String select, LargeParameter large) implements VertxOperation.Work {

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        Tuple parameters = Tuple.of(keys[0], large.texts().get(large.choice(keys)));
        return client.preparedQuery(insert).execute(parameters)
                .compose(inserted -> client.preparedQuery(select).execute(parameters))
                .map(rows -> VertxReading.read(rows, 1, Digest.EMPTY));
    }
}
