package shop;

import dev.regatta.operations.DatabaseOperations;
import dev.regatta.operations.Draw;
import dev.regatta.operations.Operation;
import dev.regatta.operations.Reset;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Its table grows while it runs. */
@DatabaseOperations(database = "postgresql")
class AuditRaceIT {

    private final DataSource pool;

    AuditRaceIT(DataSource pool) throws SQLException {
        this.pool = pool;
        run("CREATE TABLE audit (id bigserial PRIMARY KEY, customer int NOT NULL)");
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Operation(threads = "platform", inFlight = 4)
    int noted(Draw draw) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO audit (customer) VALUES (?)")) {
            insert.setInt(1, draw.below(1000));
            return insert.executeUpdate();
        }
    }

    @Reset
    void emptied() throws SQLException {
        run("TRUNCATE audit");
    }
}
