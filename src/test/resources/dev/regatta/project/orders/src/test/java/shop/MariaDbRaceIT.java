package shop;

import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Operation;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

@DatabaseOperations(database = "mariadb")
class MariaDbRaceIT {

    private final OrderRepository orders;

    MariaDbRaceIT(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id bigint PRIMARY KEY, customer int NOT NULL, INDEX (customer))");
            statement.execute("CREATE TABLE item (id bigint PRIMARY KEY, order_id bigint NOT NULL,"
                    + " name varchar(100) NOT NULL, price decimal(10, 2) NOT NULL, INDEX (order_id))");
            statement.execute("INSERT INTO orders SELECT seq, seq % 1000 FROM seq_1_to_5000");
            statement.execute("INSERT INTO item SELECT seq, seq % 5000 + 1, CONCAT('item ', seq), seq / 100.0"
                    + " FROM seq_1_to_15000");
        }
        orders = new OrderRepository(pool);
    }

    @Operation(threads = "platform", inFlight = 8)
    List<Order> openOrders(Draw draw) throws SQLException {
        return orders.openOrdersOf(draw.below(1000));
    }
}
