package dev.regatta.workload;

import java.util.List;
import java.util.Objects;

/**
 * An operation that asks JDBC's {@code DatabaseMetaData}, catalog and schema given, for the columns of all child
 * tables, the imported keys of one of them, the cross reference between that one and its parent, the exported keys of
 * that parent, and the types of the database. Its digest is that of, in this order, table name, column name, position
 * and JDBC type of every column; parent table and column, child table and column and position of each key, which are
 * one, one and two; and which of some types that every database has are among those told.
 *
 * @param id      the workload's name
 * @param summary one sentence for reports
 */
public record Metadata(String id, String summary) implements Workload {

    /** A pattern of the names of all child tables and no other. */
    public static final String CHILDREN = "child%";

    private static final int INTEGER = 4;
    private static final int VARCHAR = 12;
    private static final int DATE = 91;
    private static final int TIMESTAMP = 93;
    private static final int ALL_TYPES = typeBit(INTEGER) | typeBit(VARCHAR) | typeBit(DATE) | typeBit(TIMESTAMP);

    /** The columns of every child table. */
    private record Column(String name, int type) {}

    private static final List<Column> COLUMNS = List.of(new Column("id", INTEGER), new Column("parent", INTEGER),
            new Column("label", VARCHAR), new Column("amount", INTEGER));
    private static final long DIGEST_OF_COLUMNS = digestOfColumns();

    /** Checks that both are present. */
    public Metadata {
        Objects.requireNonNull(id);
        Objects.requireNonNull(summary);
    }

    /**
     * The schema to be given: PostgreSQL's default one; MariaDB has none ({@code null}), its databases are catalogs.
     */
    public String schema(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> "public";
            case MARIADB -> null;
        };
    }

    /** The number, from 1, of the child table an operation with these parameters asks about. */
    public int child(int[] keys) {
        return 1 + keys[0] % Families.CHILDREN;
    }

    /** The name of child table {@code child}. */
    public String childTable(int child) {
        return Families.child(child);
    }

    /** The name of the table that child table {@code child} refers to. */
    public String parentTable(int child) {
        return Families.parent(Families.parentOf(child));
    }

    @Override
    public int keys() {
        return 1;
    }

    @Override
    public long expected(int[] keys) {
        int child = child(keys);
        long digest = reference(reference(DIGEST_OF_COLUMNS, child), child);
        int first = Families.parentOf(child);
        for (int exported = first; exported <= Families.CHILDREN; exported += Families.PARENTS) {
            digest = reference(digest, exported);
        }
        return Digest.mix(digest, ALL_TYPES);
    }

    /** A bit for each of the JDBC types that every database has; 0 for the others. */
    public static int typeBit(int jdbcType) {
        return switch (jdbcType) {
            case INTEGER -> 1;
            case VARCHAR -> 2;
            case DATE -> 4;
            case TIMESTAMP -> 8;
            default -> 0;
        };
    }

    private long reference(long before, int child) {
        long digest = Digest.mix(Digest.mix(before, parentTable(child)), "id");
        return Digest.mix(Digest.mix(Digest.mix(digest, childTable(child)), "parent"), 1);
    }

    private static long digestOfColumns() {
        long digest = Digest.EMPTY;
        for (int child = 1; child <= Families.CHILDREN; child++) {
            for (int position = 1; position <= COLUMNS.size(); position++) {
                Column column = COLUMNS.get(position - 1);
                digest = Digest.mix(Digest.mix(digest, Families.child(child)), column.name());
                digest = Digest.mix(Digest.mix(digest, position), column.type());
            }
        }
        return digest;
    }
}
