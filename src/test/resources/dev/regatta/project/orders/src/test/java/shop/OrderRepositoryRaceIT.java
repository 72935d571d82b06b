package shop;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Operation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

@DatabaseOperations(database = "postgresql")
class OrderRepositoryRaceIT {

    private final OrderRepository orders;
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    OrderRepositoryRaceIT(DatabaseAddress at) throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(at.jdbcUrl());
        config.setUsername(at.user());
        config.setPassword(at.password());
        HikariDataSource pool = new HikariDataSource(config);
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL)");
            statement.execute("CREATE TABLE item (id bigint PRIMARY KEY, order_id bigint NOT NULL, name text NOT NULL,"
                    + " price numeric(10, 2) NOT NULL)");
            statement.execute("INSERT INTO orders SELECT n, n % 1000 FROM generate_series(1, 5000) n");
            statement.execute("INSERT INTO item SELECT n, n % 5000 + 1, 'item ' || n, n / 100.0"
                    + " FROM generate_series(1, 15000) n");
            statement.execute("CREATE INDEX ON orders (customer)");
            statement.execute("CREATE INDEX ON item (order_id)");
        }
        orders = new OrderRepository(pool);
    }

    @Operation(inFlight = 8)
    List<Order> openOrders(Draw draw) throws SQLException {
        return orders.openOrdersOf(draw.below(1000));
    }

    @Operation(inFlight = 4)
    CompletableFuture<List<Order>> openOrdersLater(Draw draw) {
        int customer = draw.below(1000);
        return CompletableFuture.supplyAsync(() -> {
            try {
                return orders.openOrdersOf(customer);
            } catch (SQLException e) {
                throw new CompletionException(e);
            }
        }, threads);
    }
}
