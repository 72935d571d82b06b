package dev.regatta.client;

import java.sql.Connection;

/** A pool of JDBC connections for one operation. */
record JdbcFreshPool(JdbcPool pool, JdbcReading reading) implements FreshPool<BlockingOperation> {

    @Override
    public BlockingOperation caller(Gathering callers) {
        return keys -> {
            try (Connection connection = pool.source().getConnection()) {
                long digest = reading.read(connection, keys);
                callers.arrived().toCompletableFuture().join();
                return digest;
            }
        };
    }

    @Override
    public void close() {
        pool.close();
    }
}
