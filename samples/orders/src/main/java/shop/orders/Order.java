package shop.orders;

import org.springframework.data.annotation.Id;
import org.springframework.data.relational.core.mapping.MappedCollection;
import org.springframework.data.relational.core.mapping.Table;

import java.time.LocalDate;
import java.util.List;

/** An order with its items, which are stored and deleted with it. */
@Table("orders")
public record Order(@Id Long id, String customer, LocalDate placedOn, Status status,
        @MappedCollection(idColumn = "order_id", keyColumn = "position") List<Item> items) {

    public enum Status {
        OPEN, SHIPPED
    }

    /** A new one, without an id. */
    public static Order of(String customer, LocalDate placedOn, Item... items) {
        return new Order(null, customer, placedOn, Status.OPEN, List.of(items));
    }
}
