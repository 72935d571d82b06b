package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.LargeParameter;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import java.util.function.BiFunction;

/** A large text as a parameter of an insert and of a select on R2DBC. */
final class R2dbcLargeParameter implements AsyncOperation {

    private final ConnectionFactory connections;
    private final String insert;
    private final String select;
    private final LargeParameter large;

    /** The statements with the placeholders of the database. */
    R2dbcLargeParameter(ConnectionFactory connections, String insert, String select, LargeParameter large) {
        this.connections = connections;
        this.insert = insert;
        this.select = select;
        this.large = large;
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        new Run(keys, outcome).start(connections.create());
    }

    /** The digest of the ids found so far. */
    private final class Run extends R2dbcRun implements BiFunction<Row, RowMetadata, Boolean> {

        private final int[] keys;
        private final String text;
        private long digest = Digest.EMPTY;

        Run(int[] keys, Outcome outcome) {
            super(outcome);
            this.keys = keys;
            text = large.texts().get(large.choice(keys));
        }

        @Override
        Publisher<?> work(Connection connection) {
            return Flux.concat(
                    Flux.from(connection.createStatement(insert).bind(0, keys[0]).bind(1, text).execute())
                            .concatMap(result -> result.getRowsUpdated()),
                    Flux.defer(() -> connection.createStatement(select).bind(0, keys[0]).bind(1, text).execute())
                            .concatMap(result -> result.map(this)));
        }

        @Override
        public Boolean apply(Row row, RowMetadata metadata) {
            digest = Digest.mix(digest, row.get(0, Integer.class));
            return Boolean.TRUE;
        }

        @Override
        long digest() {
            return digest;
        }
    }
}
