package dev.regatta.client;

import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Digest;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

/**
 * A {@code COPY} through pgjdbc's {@code CopyManager}, one write for each row. No driver is compiled against, so its
 * methods are found by name, once; the compiler inlines calls of constant handles as it does ordinary ones.
 */
final class JdbcCopyIn implements BlockingOperation {

    private static final Class<?> CONNECTION;
    private static final MethodHandle COPY_MANAGER;
    private static final MethodHandle BEGIN;
    private static final MethodHandle WRITE;
    private static final MethodHandle END;
    private static final MethodHandle ACTIVE;
    private static final MethodHandle CANCEL;

    static {
        try {
            CONNECTION = Class.forName("org.postgresql.PGConnection");
            Class<?> manager = Class.forName("org.postgresql.copy.CopyManager");
            Class<?> copy = Class.forName("org.postgresql.copy.CopyIn");
            COPY_MANAGER = handle(CONNECTION, "getCopyAPI", manager);
            BEGIN = handle(manager, "copyIn", copy, String.class);
            WRITE = handle(copy, "writeToCopy", void.class, byte[].class, int.class, int.class);
            END = handle(copy, "endCopy", long.class);
            ACTIVE = handle(copy, "isActive", boolean.class);
            CANCEL = handle(copy, "cancelCopy", void.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final DataSource source;
    private final String sql;
    private final byte[][] rows;

    JdbcCopyIn(DataSource source, CopyIn copy) {
        this.source = source;
        sql = copy.sql();
        rows = new byte[copy.rows()][];
        for (int row = 0; row < rows.length; row++) {
            rows[row] = copy.row(row + 1).getBytes(StandardCharsets.US_ASCII);
        }
    }

    /** A method as a handle that takes and returns objects where the method has types of the driver. */
    private static MethodHandle handle(Class<?> type, String name, Class<?> result, Class<?>... parameters)
            throws ReflectiveOperationException {
        MethodHandle handle = MethodHandles.publicLookup().findVirtual(type, name,
                MethodType.methodType(result, parameters));
        return handle.asType(MethodType.methodType(result.isPrimitive() ? result : Object.class, parameters)
                .insertParameterTypes(0, Object.class));
    }

    @Override
    public long execute(int[] keys) throws Exception {
        try (Connection connection = source.getConnection()) {
            return Digest.mix(Digest.EMPTY, (int) copy(connection.unwrap(CONNECTION)));
        }
    }

    private long copy(Object connection) throws Exception {
        try {
            Object copy = BEGIN.invokeExact((Object) COPY_MANAGER.invokeExact(connection), sql);
            try {
                for (byte[] row : rows) {
                    WRITE.invokeExact(copy, row, 0, row.length);
                }
                return (long) END.invokeExact(copy);
            } finally {
                if ((boolean) ACTIVE.invokeExact(copy)) {
                    CANCEL.invokeExact(copy);
                }
            }
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new SQLException("pgjdbc's CopyManager failed", e);
        }
    }
}
