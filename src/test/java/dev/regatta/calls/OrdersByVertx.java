package dev.regatta.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnectOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Vert.x with its pool. */
@CountsDatabaseCalls
class OrdersByVertx {

    private static final Vertx VERTX = Vertx.vertx();
    private static Pool pool;

    @BeforeAll
    static void migrate() {
        SqlConnectOptions options = SqlConnectOptions.fromUri(DatabaseCalls.through(Orders.URL));
        options.setUser(Orders.USER).setPassword(Orders.PASSWORD);
        pool = Pool.pool(VERTX, options, new PoolOptions().setMaxSize(4));
        Orders.MIGRATION.forEach(sql -> await(pool.query(sql).execute()));
    }

    @AfterAll
    static void end() {
        await(pool.close());
        await(VERTX.close());
    }

    @Test
    void openOrders() {
        int items = await(pool.withTransaction(connection -> Orders.PLANTED
                ? connection.query(Orders.OPEN).execute().compose(orders -> all(orders, connection))
                : connection.preparedQuery(Orders.JOINED).execute()
                        .compose(joined -> itemsOf(0, connection).map(none -> joined.size() + none))));
        assertEquals(Orders.ITEMS, items);
    }

    private static Future<Integer> all(RowSet<Row> orders, SqlConnection connection) {
        Future<Integer> items = Future.succeededFuture(0);
        for (Row order : orders) {
            items = items.compose(sum -> itemsOf(order.getInteger(0), connection).map(more -> sum + more));
        }
        return items;
    }

    private static Future<Integer> itemsOf(int order, SqlConnection connection) {
        return connection.preparedQuery(Orders.ITEMS_OF + Orders.PARAMETER).execute(Tuple.of(order)).map(RowSet::size);
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
