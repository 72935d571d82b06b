package dev.regatta.client;

import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Digest;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

/** Inserts in one {@code executeBatch}. */
record JdbcBatchInsert(DataSource source, BatchInsert insert) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        int acknowledged;
        try (Connection connection = source.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert.sql())) {
            for (int row = 0; row < insert.rows(); row++) {
                statement.setString(1, insert.content());
                statement.addBatch();
            }
            acknowledged = acknowledged(statement.executeBatch());
        }
        return Digest.mix(Digest.EMPTY, acknowledged);
    }

    /** The rows that a batch's answer acknowledges; success without a count is one row. */
    static int acknowledged(int[] counts) {
        int acknowledged = 0;
        for (int count : counts) {
            acknowledged += count == Statement.SUCCESS_NO_INFO ? 1 : Math.max(0, count);
        }
        return acknowledged;
    }
}
