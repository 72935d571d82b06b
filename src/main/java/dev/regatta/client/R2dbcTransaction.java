package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.Statement;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.function.BiFunction;

/** Reads and updates on R2DBC, strictly one after another on one connection, with the placeholders of the database. */
record R2dbcTransaction(ConnectionFactory connections, String select, String update, Transaction transaction)
        implements
            AsyncOperation {

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(keys, outcome).start(connections.create());
    }

    private final class Run extends R2dbcRun {

        private final int[] keys;

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
                    : Flux.concat(connection.beginTransaction(), work,
                            Mono.defer(() -> Mono.from(connection.commitTransaction())));
        }

        private Flux<?> repeated(Connection connection, BiFunction<Connection, Integer, Flux<?>> statement) {
            int statements = transaction.read().statements();
            return statements == 1
                    ? Flux.defer(() -> statement.apply(connection, 0))
                    : Flux.range(0, statements).concatMap(i -> statement.apply(connection, i));
        }

        private Flux<?> read(Connection connection, int i) {
            Statement statement = connection.createStatement(select);
            if (transaction.read().keyed()) {
                statement.bind(0, keys[i]);
            }
            return rows(statement.execute());
        }

        private Flux<?> update(Connection connection, int i) {
            return counts(connection.createStatement(update).bind(0, transaction.written(keys, i)).bind(1, keys[i])
                    .execute());
        }

        @Override
        void read(Row row) {
            integers(row, transaction.read().columns());
        }

        @Override
        long digest() {
            return transaction.updating() ? Digest.mix(digest, changed) : digest;
        }
    }
}
