package dev.regatta.client;

import dev.regatta.workload.Digest;
import dev.regatta.workload.Metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

import javax.sql.DataSource;

/** Questions about tables, as mapping and migration tools ask them. */
record JdbcMetadata(DataSource source, Metadata metadata, String catalog, String schema) implements BlockingOperation {

    @Override
    public long execute(int[] keys) throws SQLException {
        int child = metadata.child(keys);
        String childTable = metadata.childTable(child);
        String parentTable = metadata.parentTable(child);
        long digest = Digest.EMPTY;
        try (Connection connection = source.getConnection()) {
            DatabaseMetaData answers = connection.getMetaData();
            try (ResultSet rows = answers.getColumns(catalog, schema, Metadata.CHILDREN, "%")) {
                while (rows.next()) {
                    digest = Digest.mix(digest, rows.getString("TABLE_NAME"));
                    digest = Digest.mix(digest, rows.getString("COLUMN_NAME"));
                    digest = Digest.mix(digest, rows.getInt("ORDINAL_POSITION"));
                    digest = Digest.mix(digest, rows.getInt("DATA_TYPE"));
                }
            }
            try (ResultSet rows = answers.getImportedKeys(catalog, schema, childTable)) {
                digest = keys(rows, digest);
            }
            try (ResultSet rows = answers.getCrossReference(catalog, schema, parentTable, catalog, schema,
                    childTable)) {
                digest = keys(rows, digest);
            }
            try (ResultSet rows = answers.getExportedKeys(catalog, schema, parentTable)) {
                digest = keys(rows, digest);
            }
            try (ResultSet rows = answers.getTypeInfo()) {
                digest = Digest.mix(digest, types(rows));
            }
        }
        return digest;
    }

    private static int types(ResultSet rows) throws SQLException {
        int types = 0;
        while (rows.next()) {
            if (rows.getString("TYPE_NAME").isEmpty()) {
                throw new SQLException("a type without a name");
            }
            types |= Metadata.typeBit(rows.getInt("DATA_TYPE"));
        }
        return types;
    }

    private static long keys(ResultSet rows, long before) throws SQLException {
        long digest = before;
        while (rows.next()) {
            digest = Digest.mix(digest, rows.getString("PKTABLE_NAME"));
            digest = Digest.mix(digest, rows.getString("PKCOLUMN_NAME"));
            digest = Digest.mix(digest, rows.getString("FKTABLE_NAME"));
            digest = Digest.mix(digest, rows.getString("FKCOLUMN_NAME"));
            digest = Digest.mix(digest, rows.getInt("KEY_SEQ"));
        }
        return digest;
    }
}
