package dev.regatta.client;

import dev.regatta.workload.Digest;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** A statement without a result set on Vert.x. */
final class VertxAction extends VertxOperation {

    private final String sql;

    VertxAction(VertxLender lender, String sql) {
        super(lender.directly());
        this.sql = sql;
    }

    @Override
    Future<Long> run(SqlClient client, int[] keys) {
        return client.query(sql).execute().map(rows -> Digest.mix(Digest.EMPTY, rows.rowCount()));
    }
}
