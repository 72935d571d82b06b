package shop.orders;

import dev.regatta.operations.DatabaseAddress;
import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.Operation;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

import java.util.List;

/** Races against the code of the branch that this one came from: mvn verify -Dregatta.base=origin/main */
@DatabaseOperations(database = "postgresql")
class OrderRepositoryRaceIT implements AutoCloseable {

    private final ConfigurableApplicationContext application;
    private final OrderRepository orders;

    /** The whole application, on an empty database that Flyway migrates; then twenty orders, half of them open. */
    OrderRepositoryRaceIT(DatabaseAddress at) {
        application = new SpringApplicationBuilder(OrdersApplication.class).web(WebApplicationType.NONE)
                .properties("spring.datasource.url=" + at.jdbcUrl(), "spring.datasource.username=" + at.user(),
                        "spring.datasource.password=" + at.password())
                .run();
        orders = application.getBean(OrderRepository.class);
        JdbcClient sql = application.getBean(JdbcClient.class);
        sql.sql("insert into orders (customer, placed_on, status) select 'Customer ' || n, date '2026-11-01' + n,"
                + " case n % 2 when 0 then 'OPEN' else 'SHIPPED' end from generate_series(1, 20) n").update();
        sql.sql("insert into order_item (order_id, position, product, quantity, price)"
                + " select id, n, 'Product ' || n, n + 1, 9.90 from orders, generate_series(0, 2) n").update();
    }

    @Operation(threads = "platform", inFlight = 8)
    List<Order> openOrders() {
        return orders.findOpen();
    }

    @Override
    public void close() {
        application.close();
    }
}
