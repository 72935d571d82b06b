package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.TypedRows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;

import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Values of all types on Vert.x, with the placeholders of the database.
 *
 * @param postgresql whether the database has types for a time with its zone and for a UUID
 */
record VertxTypes(String find, String read, TypedRows typed, boolean postgresql) implements VertxOperation.Work {

    VertxTypes(VertxDriver driver, TypedRows typed, Dialect dialect) {
        this(driver.placed(typed.find(dialect)), driver.placed(typed.read()), typed, dialect == Dialect.POSTGRESQL);
    }

    @Override
    public Future<Long> run(SqlClient client, int[] keys) {
        return client.preparedQuery(find).execute(values(keys[0]))
                .map(rows -> VertxReading.read(rows, 1, Digest.EMPTY))
                .compose(digest -> client.preparedQuery(read).execute(Tuple.of(keys[0], typed.last(keys)))
                        .map(rows -> read(rows, digest)));
    }

    private Tuple values(int id) {
        TypedRows.Row row = TypedRows.row(id);
        Tuple values = Tuple.tuple().addInteger(id).addBoolean(row.flag()).addInteger(row.number())
                .addLong(row.large()).addBigDecimal(row.amount()).addDouble(row.ratio()).addLocalDate(row.day())
                .addLocalTime(row.moment()).addLocalDateTime(row.stamp());
        if (postgresql) {
            values.addOffsetDateTime(row.zoned()).addUUID(row.code());
        } else {
            values.addLocalDateTime(row.inUtc()).addString(row.code().toString());
        }
        return values.addBuffer(Buffer.buffer().appendBytes(row.content())).addString(row.note())
                .addString(row.absent());
    }

    private long read(RowSet<Row> rows, long before) {
        long digest = before;
        for (Row row : rows) {
            digest = new TypedRows.Row(row.getBoolean(0), row.getInteger(1), row.getLong(2), row.getBigDecimal(3),
                    row.getDouble(4), row.getLocalDate(5), row.getLocalTime(6), row.getLocalDateTime(7),
                    postgresql ? row.getOffsetDateTime(8) : row.getLocalDateTime(8).atOffset(ZoneOffset.UTC),
                    postgresql ? row.getUUID(9) : UUID.fromString(row.getString(9)), row.getBuffer(10).getBytes(),
                    row.getString(11), row.getString(12)).mix(digest);
        }
        return digest;
    }
}
