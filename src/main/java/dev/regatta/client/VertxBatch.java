package dev.regatta.client;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** One prepared statement on Vert.x with many tuples, in one batch call. */
record VertxBatch(String sql, Function<int[], List<Tuple>> tuples) implements VertxOperation.Work {

    /** Inserts. */
    static VertxBatch of(String sql, BatchInsert insert) {
        return new VertxBatch(sql, keys -> IntStream.range(0, insert.rows())
                .mapToObj(row -> Tuple.of(insert.content())).toList());
    }

    /** Updates. */
    static VertxBatch of(String sql, BatchUpdate update) {
        return new VertxBatch(sql, keys -> IntStream.range(0, update.rows())
                .mapToObj(i -> Tuple.of(update.written(keys, i), keys[i])).toList());
    }

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        return client.preparedQuery(sql).executeBatch(tuples.apply(keys)).map(VertxBatch::acknowledged);
    }

    private static long acknowledged(RowSet<Row> first) {
        int acknowledged = 0;
        for (RowSet<Row> rows = first; rows != null; rows = rows.next()) {
            acknowledged += rows.rowCount();
        }
        return Digest.mix(Digest.EMPTY, acknowledged);
    }
}
