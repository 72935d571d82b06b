package dev.regatta.client;

import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
import dev.regatta.workload.TypedRows;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

import javax.sql.DataSource;

/**
 * Values of all types through {@code setObject} and {@code getObject}, bytes by the methods that old releases have as well.
 *
 * @param postgresql whether the database has types for a time with its zone and for a UUID
 */
record JdbcTypes(DataSource source, TypedRows typed, String find, boolean postgresql) implements BlockingOperation {

    JdbcTypes(DataSource source, TypedRows typed, Dialect dialect) {
        this(source, typed, typed.find(dialect), dialect == Dialect.POSTGRESQL);
    }

    @Override
    public long execute(int[] keys) throws SQLException {
        try (Connection connection = source.getConnection()) {
            return read(connection, keys, find(connection, keys[0]));
        }
    }

    private long find(Connection connection, int id) throws SQLException {
        TypedRows.Row row = TypedRows.row(id);
        try (PreparedStatement statement = connection.prepareStatement(find)) {
            statement.setObject(1, id);
            statement.setObject(2, row.flag());
            statement.setObject(3, row.number());
            statement.setObject(4, row.large());
            statement.setObject(5, row.amount());
            statement.setObject(6, row.ratio());
            statement.setObject(7, row.day());
            statement.setObject(8, row.moment());
            statement.setObject(9, row.stamp());
            statement.setObject(10, postgresql ? row.zoned() : row.inUtc());
            statement.setObject(11, postgresql ? row.code() : row.code().toString());
            statement.setBytes(12, row.content());
            statement.setObject(13, row.note());
            statement.setObject(14, row.absent(), Types.VARCHAR);
            try (ResultSet rows = statement.executeQuery()) {
                return JdbcReading.integers(rows, 1, Digest.EMPTY);
            }
        }
    }

    private long read(Connection connection, int[] keys, long before) throws SQLException {
        long digest = before;
        try (PreparedStatement statement = connection.prepareStatement(typed.read())) {
            statement.setInt(1, keys[0]);
            statement.setInt(2, typed.last(keys));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    digest = row(rows).mix(digest);
                }
            }
        }
        return digest;
    }

    private TypedRows.Row row(ResultSet rows) throws SQLException {
        return new TypedRows.Row(rows.getObject(1, Boolean.class), rows.getObject(2, Integer.class),
                rows.getObject(3, Long.class), rows.getObject(4, BigDecimal.class), rows.getObject(5, Double.class),
                rows.getObject(6, LocalDate.class), rows.getObject(7, LocalTime.class),
                rows.getObject(8, LocalDateTime.class),
                postgresql
                        ? rows.getObject(9, OffsetDateTime.class)
                        : rows.getObject(9, LocalDateTime.class).atOffset(ZoneOffset.UTC),
                postgresql ? rows.getObject(10, UUID.class) : UUID.fromString(rows.getObject(10, String.class)),
                rows.getBytes(11), rows.getObject(12, String.class), rows.getObject(13, String.class));
    }
}
