package dev.regatta.client;

import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

import javax.sql.DataSource;

/** Updates in one {@code executeBatch}, then a commit. */
record JdbcBatchUpdate(DataSource source, BatchUpdate batch) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        int acknowledged;
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(batch.sql())) {
            connection.setAutoCommit(false);
            for (int i = 0; i < batch.rows(); i++) {
                statement.setInt(1, batch.written(keys, i));
                statement.setInt(2, keys[i]);
                statement.addBatch();
            }
            acknowledged = JdbcBatchInsert.acknowledged(statement.executeBatch());
            connection.commit();
        }
        return Digest.mix(Digest.EMPTY, acknowledged);
    }
}
