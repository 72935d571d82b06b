package shop.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.calls.CountsDatabaseCalls;
import dev.regatta.calls.DatabaseCalls;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.testcontainers.service.connection.ServiceConnection;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.postgresql.PostgreSQLContainer;

import java.math.BigDecimal;
import java.time.LocalDate;

@CountsDatabaseCalls
@SpringBootTest
@Testcontainers
class OrderRepositoryIT {

    @Container
    @ServiceConnection
    static PostgreSQLContainer database = DatabaseCalls.through(new PostgreSQLContainer("postgres:18"));

    @Autowired
    OrderRepository orders;

    /** Ten orders of three items. What is done here is not counted. */
    @BeforeEach
    void tenOrders(@Autowired JdbcClient sql) {
        sql.sql("truncate orders restart identity cascade").update();
        sql.sql("insert into orders (customer, placed_on, status)"
                + " select 'Customer ' || n, date '2026-11-01' + n, 'OPEN' from generate_series(1, 10) n").update();
        sql.sql("insert into order_item (order_id, position, product, quantity, price)"
                + " select id, n, 'Product ' || n, n + 1, 9.90 from orders, generate_series(0, 2) n").update();
    }

    @Test
    void openOrders() {
        assertThat(orders.findOpen()).hasSize(10)
                .allSatisfy(order -> assertThat(order.items()).extracting(Item::quantity).containsExactly(1, 2, 3));
    }

    @Test
    void placesAnOrder() {
        Order placed = orders.save(Order.of("Grace", LocalDate.of(2026, 11, 20),
                new Item("Compass", 1, new BigDecimal("49.00")), new Item("Chart", 3, new BigDecimal("12.50"))));

        assertThat(orders.findById(placed.id())).contains(placed);
    }

    @Test
    void shipsAnOrderOnce() {
        assertThat(orders.ship(1)).isTrue();
        assertThat(orders.ship(1)).isFalse();
    }
}
