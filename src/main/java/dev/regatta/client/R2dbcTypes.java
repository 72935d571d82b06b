package dev.regatta.client;

import dev.regatta.workload.TypedRows;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * Values of all types on R2DBC, with the placeholders of the database.
 *
 * @param postgresql whether the database has types for a time with its zone and for a UUID
 */
record R2dbcTypes(ConnectionFactory connections, String find, String read, TypedRows typed, boolean postgresql)
        implements
            AsyncOperation {

    @Override
    public void start(int[] keys, Outcome outcome) {
        new R2dbcRun(outcome) {
            private boolean found;

            @Override
            Publisher<?> work(Connection connection) {
                return Flux.concat(rows(find(connection.createStatement(find), keys[0]).execute()), Flux.defer(() -> {
                    found = true;
                    return rows(connection.createStatement(read).bind(0, keys[0]).bind(1, typed.last(keys)).execute());
                }));
            }

            @Override
            void read(Row row) {
                if (found) {
                    digest = values(row).mix(digest);
                } else {
                    integers(row, 1);
                }
            }
        }.start(connections.create());
    }

    private Statement find(Statement statement, int id) {
        TypedRows.Row row = TypedRows.row(id);
        return statement.bind(0, id).bind(1, row.flag()).bind(2, row.number()).bind(3, row.large())
                .bind(4, row.amount()).bind(5, row.ratio()).bind(6, row.day()).bind(7, row.moment())
                .bind(8, row.stamp()).bind(9, postgresql ? row.zoned() : row.inUtc())
                .bind(10, postgresql ? row.code() : row.code().toString())
                .bind(11, row.content()).bind(12, row.note()).bindNull(13, String.class);
    }

    private TypedRows.Row values(Row row) {
        return new TypedRows.Row(row.get(0, Boolean.class), row.get(1, Integer.class), row.get(2, Long.class),
                row.get(3, BigDecimal.class), row.get(4, Double.class), row.get(5, LocalDate.class),
                row.get(6, LocalTime.class), row.get(7, LocalDateTime.class),
                postgresql
                        ? row.get(8, OffsetDateTime.class)
                        : row.get(8, LocalDateTime.class).atOffset(ZoneOffset.UTC),
                postgresql ? row.get(9, UUID.class) : UUID.fromString(row.get(9, String.class)),
                row.get(10, byte[].class), row.get(11, String.class),
                row.get(12, String.class));
    }
}
