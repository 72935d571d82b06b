package dev.regatta.client;

import dev.regatta.client.wire.Placeholders;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.LargeParameter;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Metadata;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.Workload;
import io.r2dbc.pool.ConnectionPool;
import io.r2dbc.pool.ConnectionPoolConfiguration;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.Option;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/** Any R2DBC driver behind r2dbc-pool. Nothing here blocks or changes threads once the client is open. */
final class R2dbcClient implements AsyncClient {

    private final ConnectionPool pool;
    private final ConnectionFactory factory;
    private final Dialect dialect;

    private R2dbcClient(ConnectionPool pool, ConnectionFactory factory, Dialect dialect) {
        this.pool = pool;
        this.factory = factory;
        this.dialect = dialect;
    }

    /** @param driver the driver's name in {@link ConnectionFactoryOptions#DRIVER} */
    static R2dbcClient open(String driver, Endpoint endpoint, int connections, Map<String, String> options) {
        var settings = ConnectionFactoryOptions.builder().option(ConnectionFactoryOptions.DRIVER, driver)
                .option(ConnectionFactoryOptions.HOST, endpoint.host())
                .option(ConnectionFactoryOptions.PORT, endpoint.port())
                .option(ConnectionFactoryOptions.USER, endpoint.user())
                .option(ConnectionFactoryOptions.PASSWORD, endpoint.password())
                .option(ConnectionFactoryOptions.DATABASE, endpoint.database());
        options.forEach((name, value) -> settings.option(Option.valueOf(name), value));
        ConnectionFactory factory = ConnectionFactories.find(settings.build());
        if (factory == null) {
            throw new IllegalStateException(
                    "no R2DBC driver '" + driver + "' on the class path: the recipe lacks its jar");
        }
        var pool = new ConnectionPool(
                ConnectionPoolConfiguration.builder(factory).initialSize(connections).maxSize(connections).build());
        var client = new R2dbcClient(pool, factory, endpoint.dialect());
        try {
            client.establish(connections);
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** Opens all connections and holds them at once while each runs a statement, so that classes are initialised here. */
    private void establish(int connections) {
        pool.warmup().block();
        var held = new ArrayList<Connection>(connections);
        try {
            for (int i = 0; i < connections; i++) {
                held.add(pool.create().block());
            }
            for (Connection connection : held) {
                Flux.from(connection.createStatement("SELECT 1").execute())
                        .concatMap(result -> result.map((row, metadata) -> row.get(0, Integer.class))).blockLast();
            }
        } finally {
            for (Connection connection : held) {
                Mono.from(connection.close()).block();
            }
        }
    }

    @Override
    public Class<?> driver() {
        return factory.getClass();
    }

    @Override
    public AsyncOperation operation(Workload workload, int worker) {
        return switch (workload) {
            case Reading reading -> new R2dbcReading(pool, numbered(reading.sql(dialect)), reading);
            case Listing listing -> new R2dbcListing(pool, listing.sql(dialect), listing);
            case Transaction transaction -> new R2dbcTransaction(pool, numbered(transaction.read().sql(dialect)),
                    numbered(transaction.update()), transaction);
            case BatchInsert insert -> new R2dbcBatch(pool, numbered(insert.sql()), insert);
            case BatchUpdate update -> new R2dbcBatchUpdate(pool, numbered(update.sql()), update);
            case LargeParameter large -> new R2dbcLargeParameter(pool, numbered(large.insert(dialect)),
                    numbered(large.select()), large);
            case Connect connect -> R2dbcReading.ofOne(factory, connect.sql());
            case BlobStream blob -> throw Clients.noSuchOperation(blob);
            case CopyIn copy -> throw Clients.noSuchOperation(copy);
            case Metadata metadata -> throw Clients.noSuchOperation(metadata);
        };
    }

    /** The drivers take the database's own placeholders. */
    private String numbered(String sql) {
        return switch (dialect) {
            case POSTGRESQL -> Placeholders.numbered(sql);
            case MARIADB -> sql;
        };
    }

    @Override
    public Optional<PoolGauge> pool() {
        return pool.getMetrics().map(published -> new PoolGauge() {
            @Override
            public int inUse() {
                return published.acquiredSize();
            }

            @Override
            public int awaited() {
                return published.pendingAcquireSize();
            }
        });
    }

    @Override
    public void close() {
        pool.disposeLater().block();
    }
}
