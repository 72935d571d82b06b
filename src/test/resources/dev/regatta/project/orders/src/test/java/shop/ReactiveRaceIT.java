package shop;

import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Operation;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.Result;
import java.util.List;
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@DatabaseOperations(database = "postgresql")
class ReactiveRaceIT {

    private final ConnectionFactory connections;

    ReactiveRaceIT(ConnectionFactory connections) {
        this.connections = connections;
        with(connection -> Flux.from(connection.createBatch()
                .add("CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL)")
                .add("INSERT INTO orders SELECT n, n % 1000 FROM generate_series(1, 5000) n")
                .add("CREATE INDEX ON orders (customer)").execute()).flatMap(Result::getRowsUpdated)).blockLast();
    }

    private <T> Flux<T> with(Function<Connection, Publisher<T>> work) {
        return Flux.usingWhen(connections.create(), work, Connection::close);
    }

    @Operation(inFlight = 8)
    Mono<List<Long>> openOrders(Draw draw) {
        int customer = draw.below(1000);
        return with(connection -> Flux
                .from(connection.createStatement("SELECT id FROM orders WHERE customer = $1 ORDER BY id")
                        .bind(0, customer).execute())
                .flatMap(result -> result.map((row, about) -> row.get(0, Long.class)))).collectList();
    }
}
