package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** R2DBC on one connection. */
@CountsDatabaseCalls
class OrdersByR2dbc {

    private static Connection connection;

    @BeforeAll
    static void migrate() {
        ConnectionFactoryOptions options = ConnectionFactoryOptions.parse(DatabaseCalls.through(Orders.URL)).mutate()
                .option(ConnectionFactoryOptions.USER, Orders.USER)
                .option(ConnectionFactoryOptions.PASSWORD, Orders.PASSWORD).build();
        connection = Mono.from(ConnectionFactories.get(options).create()).block();
        Orders.MIGRATION.forEach(sql -> Flux.from(connection.createStatement(sql).execute())
                .flatMap(result -> result.getRowsUpdated()).blockLast());
    }

    @AfterAll
    static void end() {
        Mono.from(connection.close()).block();
    }

    @Test
    void openOrders() {
        Mono.from(connection.beginTransaction()).block();
        Mono<Long> items = Orders.PLANTED
                ? ids(connection.createStatement(Orders.OPEN)).collectList()
                        .flatMap(orders -> Flux.fromIterable(orders).concatMap(OrdersByR2dbc::itemsOf)
                                .reduce(0L, Long::sum))
                : ids(connection.createStatement(Orders.JOINED)).count()
                        .flatMap(joined -> itemsOf(0).map(none -> joined + none));
        long found = items.block();
        Mono.from(connection.commitTransaction()).block();
        assertEquals(Orders.ITEMS, found);
    }

    private static Mono<Long> itemsOf(int order) {
        return ids(connection.createStatement(Orders.ITEMS_OF + Orders.PARAMETER).bind(0, order)).count();
    }

    private static Flux<Integer> ids(Statement statement) {
        return Flux.from(statement.execute()).flatMap(result -> result.map((row, of) -> row.get(0, Integer.class)));
    }
}
