package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** A query of integers on Vert.x: executions follow one another. */
record VertxReading(String sql, Reading reading) implements VertxOperation.Work {

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        return execution(client, keys, 0, Digest.EMPTY);
    }

    /** The executions from number {@code i} on. */
    private Future<Long> execution(SqlClient client, int[] keys, int i, long digest) {
        Future<RowSet<Row>> rows = reading.keyed()
                ? client.preparedQuery(sql).execute(Tuple.of(keys[i]))
                : client.query(sql).execute();
        return i + 1 == reading.statements()
                ? rows.map(last -> read(last, reading.columns(), digest))
                : rows.compose(some -> execution(client, keys, i + 1,
                        read(some, reading.columns(), digest)));
    }

    /** The digest after the integers of all rows. */
    static long read(RowSet<Row> rows, int columns, long before) {
        long digest = before;
        for (Row row : rows) {
            for (int column = 0; column < columns; column++) {
                digest = Digest.mix(digest, row.getInteger(column));
            }
        }
        return digest;
    }
}
