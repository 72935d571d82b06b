package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

public class OrderRepository {

    private final DataSource source;

    public OrderRepository(DataSource source) {
        this.source = source;
    }

    public List<Order> openOrdersOf(int customer) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection
                        .prepareStatement("SELECT id FROM orders WHERE customer = ? ORDER BY id")) {
            query.setInt(1, customer);
            List<Order> orders = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    orders.add(new Order(rows.getLong(1), items(connection, rows.getLong(1))));
                }
            }
            return orders;
        }
    }

    private static List<Order.Item> items(Connection connection, long order) throws SQLException {
        try (PreparedStatement query = connection
                .prepareStatement("SELECT name, price FROM item WHERE order_id = ? ORDER BY id")) {
            query.setLong(1, order);
            List<Order.Item> items = new ArrayList<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    items.add(new Order.Item(rows.getString(1), rows.getBigDecimal(2)));
                }
            }
            return items;
        }
    }
}
