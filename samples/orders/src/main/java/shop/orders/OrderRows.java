package shop.orders;

import org.springframework.jdbc.core.ResultSetExtractor;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Reads orders joined with their items, a row for each item; the rows of an order follow one another. */
class OrderRows implements ResultSetExtractor<List<Order>> {

    @Override
    public List<Order> extractData(ResultSet rows) throws SQLException {
        List<Order> orders = new ArrayList<>();
        Order last = null;
        while (rows.next()) {
            if (last == null || last.id() != rows.getLong("id")) {
                last = new Order(rows.getLong("id"), rows.getString("customer"),
                        rows.getObject("placed_on", LocalDate.class), Order.Status.valueOf(rows.getString("status")),
                        new ArrayList<>());
                orders.add(last);
            }
            last.items().add(new Item(rows.getString("product"), rows.getInt("quantity"), rows.getBigDecimal("price")));
        }
        return orders;
    }
}
