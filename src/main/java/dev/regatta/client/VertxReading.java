package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

/** A query of integers on Vert.x: executions follow one another. */
final class VertxReading extends VertxOperation {

    private final String sql;
    private final Reading reading;

    VertxReading(VertxLender lender, String sql, Reading reading) {
        super(reading.statements() == 1 ? lender.directly() : lender.onOneConnection());
        this.sql = sql;
        this.reading = reading;
    }

    @Override
    Future<Long> run(SqlClient client, int[] keys) {
        return execution(client, sql, reading, keys, 0, Digest.EMPTY);
    }

    /** The executions from number {@code i} on. */
    static Future<Long> execution(SqlClient client, String sql, Reading reading, int[] keys, int i, long digest) {
        Future<RowSet<Row>> rows = reading.keyed()
                ? client.preparedQuery(sql).execute(Tuple.of(keys[i]))
                : client.query(sql).execute();
        return i + 1 == reading.statements()
                ? rows.map(last -> read(last, reading.columns(), digest))
                : rows.compose(some -> execution(client, sql, reading, keys, i + 1,
                        read(some, reading.columns(), digest)));
    }

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
