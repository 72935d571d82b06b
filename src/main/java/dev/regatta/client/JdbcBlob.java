package dev.regatta.client;

import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * A stream into a large object and back, each way in a transaction of its own. PostgreSQL's drivers name a large object
 * by its {@code oid} and write into it through {@code Blob.setBinaryStream}; elsewhere a {@code Blob} is a copy of the
 * value, and what is written is a parameter, {@code PreparedStatement.setBlob}. Both read through
 * {@code Blob.getBinaryStream}.
 */
final class JdbcBlob implements BlockingOperation {

    /** How much an application writes at a time. */
    private static final int BLOCK_BYTES = 8192;

    private final DataSource source;
    private final BlobStream blob;
    private final boolean writtenInPlace;
    private final byte[] read;

    JdbcBlob(DataSource source, BlobStream blob, Dialect dialect) {
        this.source = source;
        this.blob = blob;
        writtenInPlace = switch (dialect) {
            case POSTGRESQL -> true;
            case MARIADB -> false;
        };
        read = new byte[blob.length()];
    }

    @Override
    public long execute(int[] keys) throws SQLException, IOException {
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            byte[] bytes = blob.content(keys).bytes();
            if (writtenInPlace) {
                writeInPlace(connection, keys[0], bytes);
            } else {
                update(connection, keys[0], bytes);
            }
            connection.commit();
            long digest = read(connection, keys[0]);
            connection.commit();
            return digest;
        }
    }

    private void writeInPlace(Connection connection, int id, byte[] bytes) throws SQLException, IOException {
        try (PreparedStatement statement = connection.prepareStatement(blob.select())) {
            statement.setInt(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    try (OutputStream out = rows.getBlob(1).setBinaryStream(1)) {
                        for (int at = 0; at < bytes.length; at += BLOCK_BYTES) {
                            out.write(bytes, at, Math.min(BLOCK_BYTES, bytes.length - at));
                        }
                    }
                }
            }
        }
    }

    private void update(Connection connection, int id, byte[] bytes) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(blob.update())) {
            statement.setBlob(1, new ByteArrayInputStream(bytes), bytes.length);
            statement.setInt(2, id);
            statement.executeUpdate();
        }
    }

    /** The digest of all bytes; a stream that is too short or too long has another one. */
    private long read(Connection connection, int id) throws SQLException, IOException {
        long digest = Digest.EMPTY;
        try (PreparedStatement statement = connection.prepareStatement(blob.select())) {
            statement.setInt(1, id);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    try (InputStream in = rows.getBlob(1).getBinaryStream()) {
                        int bytes = in.readNBytes(read, 0, read.length);
                        boolean whole = bytes == read.length && in.read() < 0;
                        digest = Digest.mix(digest, whole ? Digest.checksum(read) : bytes);
                    }
                }
            }
        }
        return digest;
    }
}
