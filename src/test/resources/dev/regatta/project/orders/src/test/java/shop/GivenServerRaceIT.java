package shop;

import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.DatabaseServer;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Operation;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;

/** Its tables are made by an init script of its container. */
@DatabaseOperations(database = "postgresql")
class GivenServerRaceIT {

    private final OrderRepository orders;

    GivenServerRaceIT(DataSource pool) {
        orders = new OrderRepository(pool);
    }

    @DatabaseServer
    static PostgreSQLContainer server() {
        return new PostgreSQLContainer(DockerImageName.parse(System.getProperty("shop.image"))
                .asCompatibleSubstituteFor("postgres")).withDatabaseName("shop").withUsername("shop")
                .withInitScript("orders.sql");
    }

    @Operation(threads = "platform", inFlight = 8)
    List<Order> openOrders(Draw draw) throws SQLException {
        return orders.openOrdersOf(draw.below(1000));
    }
}
