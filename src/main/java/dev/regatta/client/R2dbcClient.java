package dev.regatta.client;

import dev.regatta.client.wire.Placeholders;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Stack;
import dev.regatta.workload.Action;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.LargeParameter;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Metadata;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.TypedRows;
import dev.regatta.workload.Workload;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import io.r2dbc.spi.ConnectionFactoryOptions;
import io.r2dbc.spi.ConnectionFactoryProvider;
import io.r2dbc.spi.Option;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Any R2DBC driver, with a pool or without. Nothing here blocks or changes threads once the client is open. */
final class R2dbcClient implements AsyncClient {

    private final R2dbcPool pool;
    private final ConnectionFactory factory;
    private final Map<String, String> ofThePool;
    private final Dialect dialect;

    private R2dbcClient(R2dbcPool pool, ConnectionFactory factory, Map<String, String> ofThePool, Dialect dialect) {
        this.pool = pool;
        this.ofThePool = ofThePool;
        this.factory = factory;
        this.dialect = dialect;
    }

    /** The drivers are called as the databases are. */
    static R2dbcClient open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters) {
        String driver = endpoint.dialect().id();
        var settings = ConnectionFactoryOptions.builder().option(ConnectionFactoryOptions.DRIVER, driver)
                .option(ConnectionFactoryOptions.HOST, endpoint.host())
                .option(ConnectionFactoryOptions.PORT, endpoint.port())
                .option(ConnectionFactoryOptions.USER, endpoint.user())
                .option(ConnectionFactoryOptions.PASSWORD, endpoint.password())
                .option(ConnectionFactoryOptions.DATABASE, endpoint.database());
        Map<String, String> ofThePool = stack.poolOptions(options);
        if (Stack.encrypts(options)) {
            // Neither checks the certificate.
            settings.option(ConnectionFactoryOptions.SSL, true).option(Option.valueOf("sslMode"),
                    switch (endpoint.dialect()) {
                        case POSTGRESQL -> "require";
                        case MARIADB -> "trust";
                    });
        }
        Map<String, String> ofTheDriver = stack.driverOptions(options);
        if (!ofTheDriver.isEmpty()) {
            Clients.requireKnown(stack.part(0), ofTheDriver.keySet(), known(driver));
        }
        ofTheDriver.forEach((name, value) -> settings.option(Option.valueOf(name), value));
        ConnectionFactory factory = ConnectionFactories.find(settings.build());
        if (factory == null) {
            throw new IllegalStateException(
                    "no R2DBC driver '" + driver + "' on the class path: the recipe lacks its jar");
        }
        R2dbcPool pool = stack.pool() == Pool.NONE
                ? new R2dbcPool.None(factory)
                : new R2dbcPooled(factory, connections, connections, PoolCycle.Outage.NONE, ofThePool, meters);
        var client = new R2dbcClient(pool, factory, ofThePool, endpoint.dialect());
        try {
            client.establish();
            return client;
        } catch (RuntimeException e) {
            client.close();
            throw e;
        }
    }

    /** The names of the options that R2DBC and this driver have as constants. */
    private static List<String> known(String driver) {
        var names = new ArrayList<String>();
        Stream.concat(Stream.of(ConnectionFactoryOptions.class), ServiceLoader.load(ConnectionFactoryProvider.class)
                .stream().filter(provider -> provider.get().getDriver().equals(driver))
                .map(ServiceLoader.Provider::type))
                .flatMap(type -> Stream.of(type.getDeclaredFields())).filter(field -> field.getType() == Option.class)
                .forEach(field -> {
                    try {
                        field.setAccessible(true);
                        names.add(((Option<?>) field.get(null)).name());
                    } catch (IllegalAccessException e) {
                        throw new IllegalStateException("the options of " + driver + " cannot be read", e);
                    }
                });
        return names;
    }

    /** Holds all connections at once while each runs a statement, so that classes are initialised here. */
    private void establish() {
        var held = new ArrayList<Connection>();
        try {
            for (int i = 0; i < Math.max(1, pool.connections()); i++) {
                held.add(Mono.<Connection>from(pool.source().create()).block());
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
        ConnectionFactory source = pool.source();
        return switch (workload) {
            case Action action -> R2dbcUpdate.action(source, action.sql(dialect));
            case Reading reading -> reading(source, reading);
            case Listing listing -> new R2dbcListing(source, listing.sql(dialect), listing);
            case Transaction transaction -> new R2dbcTransaction(source, numbered(transaction.read().sql(dialect)),
                    numbered(transaction.update()), transaction);
            case BatchInsert insert -> R2dbcUpdate.batch(source, numbered(insert.sql()), insert);
            case BatchUpdate update -> R2dbcUpdate.batch(source, numbered(update.sql()), update);
            case LargeParameter large -> new R2dbcLargeParameter(source, numbered(large.insert(dialect)),
                    numbered(large.select()), large);
            case Connect connect -> new R2dbcReading(factory, connect.sql(), false, 1, 1);
            case BlobStream blob -> throw Clients.noSuchOperation(blob);
            case CopyIn copy -> throw Clients.noSuchOperation(copy);
            case Metadata metadata -> throw Clients.noSuchOperation(metadata);
            case TypedRows typed -> new R2dbcTypes(source, numbered(typed.find(dialect)), numbered(typed.read()), typed,
                    dialect == Dialect.POSTGRESQL);
            case Burst burst -> throw Clients.noSuchOperation(burst);
            case PoolCycle cycle -> throw Clients.noSuchOperation(cycle);
            case Idle idle -> throw Clients.noSuchOperation(idle);
            case OwnCode own -> throw Clients.noSuchOperation(own);
        };
    }

    private R2dbcReading reading(ConnectionFactory source, Reading reading) {
        return new R2dbcReading(source, numbered(reading.sql(dialect)), reading.keyed(), reading.statements(),
                reading.columns());
    }

    /** The drivers take the database's own placeholders. */
    private String numbered(String sql) {
        return switch (dialect) {
            case POSTGRESQL -> Placeholders.numbered(sql);
            case MARIADB -> sql;
        };
    }

    @Override
    public FreshPool<AsyncOperation> fresh(PoolCycle cycle) {
        return new R2dbcFreshPool(new R2dbcPooled(factory, cycle.most(), 0, cycle.outage(), ofThePool,
                Optional.empty()),
                cycle.callers().task().sql(dialect), cycle.callers().task().columns());
    }

    @Override
    public void close() {
        pool.close();
    }
}
