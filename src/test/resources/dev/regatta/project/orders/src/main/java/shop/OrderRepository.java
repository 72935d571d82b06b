package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;

public class OrderRepository {

    private final DataSource source;

    public OrderRepository(DataSource source) {
        this.source = source;
    }

    public List<Order> openOrdersOf(int customer) throws SQLException {
        try (Connection connection = source.getConnection();
                PreparedStatement query = connection.prepareStatement("SELECT o.id, i.name, i.price FROM orders o"
                        + " JOIN item i ON i.order_id = o.id WHERE o.customer = ? ORDER BY o.id, i.id")) {
            query.setInt(1, customer);
            Map<Long, List<Order.Item>> items = new LinkedHashMap<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    items.computeIfAbsent(rows.getLong(1), id -> new ArrayList<>())
                            .add(new Order.Item(rows.getString(2), rows.getBigDecimal(3)));
                }
            }
            List<Order> orders = new ArrayList<>();
            items.forEach((id, all) -> orders.add(new Order(id, all)));
            return orders;
        }
    }
}
