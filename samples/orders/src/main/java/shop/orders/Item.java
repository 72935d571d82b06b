package shop.orders;

import org.springframework.data.relational.core.mapping.Table;

import java.math.BigDecimal;

/** So many pieces of a product, at the price of one. */
@Table("order_item")
public record Item(String product, int quantity, BigDecimal price) {
}
