package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.util.function.BiFunction;

/** A query of integers on R2DBC: executions follow one another on one connection. */
final class R2dbcReading implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String sql;
    private final boolean keyed;
    private final int statements;
    private final int columns;

    /** @param connections a pool, or the driver itself for a connection of its own */
    R2dbcReading(ConnectionFactory connections, String sql, Reading reading) {
        this(connections, sql, reading.keyed(), reading.statements(), reading.columns());
    }

    private R2dbcReading(ConnectionFactory connections, String sql, boolean keyed, int statements, int columns) {
        this.connections = connections;
        this.sql = sql;
        this.keyed = keyed;
        this.statements = statements;
        this.columns = columns;
    }

    /** A query of one integer. */
    static R2dbcReading ofOne(ConnectionFactory connections, String sql) {
        return new R2dbcReading(connections, sql, false, 1, 1);
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(keys, outcome).start(connections.create());
    }

    /** The digest so far; rows are folded into it as the driver maps them, one after another. */
    private final class Run extends R2dbcRun implements BiFunction<Row, RowMetadata, Boolean> {

        private final int[] keys;
        private long digest = Digest.EMPTY;

        Run(int[] keys, Outcome outcome) {
            super(outcome);
            this.keys = keys;
        }

        @Override
        Publisher<?> work(Connection connection) {
            if (statements == 1) {
                return execution(connection, 0);
            }
            return Flux.range(0, statements).concatMap(i -> execution(connection, i));
        }

        private Flux<Boolean> execution(Connection connection, int i) {
            Statement statement = connection.createStatement(sql);
            if (keyed) {
                statement.bind(0, keys[i]);
            }
            return Flux.from(statement.execute()).concatMap(result -> result.map(this));
        }

        @Override
        public Boolean apply(Row row, RowMetadata metadata) {
            for (int column = 0; column < columns; column++) {
                digest = Digest.mix(digest, row.get(column, Integer.class));
            }
            return Boolean.TRUE;
        }

        @Override
        long digest() {
            return digest;
        }
    }
}
