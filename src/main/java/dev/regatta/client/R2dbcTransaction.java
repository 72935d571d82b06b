package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.function.BiFunction;

/** Reads and updates on R2DBC, strictly one after another on one connection. */
final class R2dbcTransaction implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String select;
    private final String update;
    private final Transaction transaction;
    private final int statements;
    private final int columns;

    /** The statements with the placeholders of the database. */
    R2dbcTransaction(ConnectionFactory connections, String select, String update, Transaction transaction) {
        this.connections = connections;
        this.select = select;
        this.update = update;
        this.transaction = transaction;
        statements = transaction.read().statements();
        columns = transaction.read().columns();
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(keys, outcome).start(connections.create());
    }

    /** The digest of the reads, and the rows updated, so far. */
    private final class Run extends R2dbcRun implements BiFunction<Row, RowMetadata, Boolean> {

        private final int[] keys;
        private long digest = Digest.EMPTY;
        private int updated;

        Run(int[] keys, Outcome outcome) {
            super(outcome);
            this.keys = keys;
        }

        @Override
        Publisher<?> work(Connection connection) {
            Flux<?> work = repeated(connection, this::read);
            if (transaction.updating()) {
                work = Flux.concat(work, repeated(connection, this::update));
            }
            return transaction.autocommit()
                    ? work
                    : Flux.concat(connection.beginTransaction(), work, Mono.defer(() -> committed(connection)));
        }

        private Flux<?> repeated(Connection connection, BiFunction<Connection, Integer, Flux<?>> statement) {
            return statements == 1
                    ? Flux.defer(() -> statement.apply(connection, 0))
                    : Flux.range(0, statements).concatMap(i -> statement.apply(connection, i));
        }

        private Flux<?> read(Connection connection, int i) {
            Statement statement = connection.createStatement(select);
            if (transaction.read().keyed()) {
                statement.bind(0, keys[i]);
            }
            return Flux.from(statement.execute()).concatMap(result -> result.map(this));
        }

        private Flux<?> update(Connection connection, int i) {
            Statement statement = connection.createStatement(update).bind(0, transaction.written(keys, i))
                    .bind(1, keys[i]);
            return Flux.<Result>from(statement.execute())
                    .concatMap(result -> Flux.<Number>from(result.getRowsUpdated()))
                    .doOnNext(count -> updated += count.intValue());
        }

        private static Mono<Void> committed(Connection connection) {
            return Mono.from(connection.commitTransaction());
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
            return transaction.updating() ? Digest.mix(digest, updated) : digest;
        }
    }
}
