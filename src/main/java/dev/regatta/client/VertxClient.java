package dev.regatta.client;

import dev.regatta.stack.Stack;
import dev.regatta.workload.Action;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.BatchUpdate;
import dev.regatta.workload.BlobStream;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Connect;
import dev.regatta.workload.CopyIn;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Digest;
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
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A client of Vert.x: its pool, or one connection that is pipelined. Each logical worker has a context of its own.
 * Prepared statements are not cached unless an option says so, as is its default.
 */
final class VertxClient implements AsyncClient {

    private final VertxContexts contexts;
    private final VertxDriver driver;
    private final VertxLender lender;
    private final Dialect dialect;
    private final Optional<Duration> keepAlive;

    private VertxClient(VertxContexts contexts, VertxDriver driver, VertxLender lender, Dialect dialect,
            Optional<Duration> keepAlive) {
        this.keepAlive = keepAlive;
        this.contexts = contexts;
        this.driver = driver;
        this.lender = lender;
        this.dialect = dialect;
    }

    static VertxClient open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters) {
        Optional<Duration> keepAlive = Stack.keepAlive(stack.poolOptions(options));
        boolean pooled = switch (stack.pool()) {
            case VERTX -> true;
            case ONE_PIPELINED -> false;
            case OWN_CONNECTIONS, NONE, HIKARI, AGROAL, R2DBC_POOL, OF_THE_PROJECT ->
                throw new IllegalArgumentException(stack.pool() + " is no pool of Vert.x'");
        };
        VertxDriver driver = VertxDriver.of(endpoint, stack.driverOptions(options), Stack.encrypts(options),
                !pooled);
        var contexts = new VertxContexts(meters);
        var opened = new VertxClient(contexts, driver, pooled
                ? pooled(driver.pool(contexts.vertx(), sized(connections, keepAlive), PoolCycle.Outage.NONE))
                : new VertxLender(driver.pipelined(contexts.vertx(), new PoolOptions().setMaxSize(1)),
                        Optional.empty()),
                endpoint.dialect(), keepAlive);
        try {
            opened.establish(connections);
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** It looks for connections that have become too old only where one can. */
    private static PoolOptions sized(int connections, Optional<Duration> keepAlive) {
        var options = new PoolOptions().setMaxSize(connections);
        keepAlive.ifPresent(period -> options.setPoolCleanerPeriod((int) period.toMillis()).setIdleTimeout(1)
                .setIdleTimeoutUnit(TimeUnit.HOURS));
        return options;
    }

    private static VertxLender pooled(Pool pool) {
        return new VertxLender(pool, Optional.of(pool));
    }

    /**
     * Opens all connections, each on the event loop of the logical worker that it is for, and holds them at once while
     * each runs a statement.
     */
    private void establish(int connections) {
        if (lender.pool().isPresent()) {
            Pool pool = lender.pool().get();
            var held = new ArrayList<SqlConnection>();
            for (int i = 0; i < connections; i++) {
                held.add(contexts.await(i, pool::getConnection));
            }
            for (int i = 0; i < connections; i++) {
                SqlConnection connection = held.get(i);
                contexts.await(i, () -> connection.query("SELECT 1").execute()
                        .compose(rows -> connection.preparedQuery("SELECT 1").execute())
                        .compose(rows -> connection.close()));
            }
        } else {
            SqlClient client = lender.client();
            contexts.await(0, () -> client.query("SELECT 1").execute()
                    .compose(rows -> client.preparedQuery("SELECT 1").execute()));
        }
    }

    @Override
    public Class<?> driver() {
        return driver.origin();
    }

    @Override
    public AsyncOperation operation(Workload workload, int worker) {
        return contexts.on(worker, switch (workload) {
            case Action action -> directly(statement(action.sql(dialect)));
            case Reading reading -> new VertxOperation(
                    reading.statements() == 1 ? lender.directly() : lender.onOneConnection(), reading(reading));
            case Listing listing -> directly(new VertxListing(listing.sql(dialect), listing));
            case Transaction transaction -> new VertxOperation(
                    transaction.autocommit() ? lender.onOneConnection() : lender.inTransaction(),
                    new VertxTransaction(reading(transaction.read()), driver.placed(transaction.update()),
                            transaction));
            case BatchInsert insert -> directly(VertxBatch.of(driver.placed(insert.sql()), insert));
            case BatchUpdate update -> new VertxOperation(lender.inTransaction(),
                    VertxBatch.of(driver.placed(update.sql()), update));
            case LargeParameter large -> new VertxOperation(lender.onOneConnection(), new VertxLargeParameter(
                    driver.placed(large.insert(dialect)), driver.placed(large.select()), large));
            case Connect connect -> directly((client, keys) -> connecting(connect));
            case BlobStream blob -> throw Clients.noSuchOperation(blob);
            case CopyIn copy -> throw Clients.noSuchOperation(copy);
            case Metadata metadata -> throw Clients.noSuchOperation(metadata);
            case TypedRows typed ->
                new VertxOperation(lender.onOneConnection(), new VertxTypes(driver, typed, dialect));
            case Burst burst -> throw Clients.noSuchOperation(burst);
            case PoolCycle cycle -> throw Clients.noSuchOperation(cycle);
            case Idle idle -> throw Clients.noSuchOperation(idle);
            case OwnCode own -> throw Clients.noSuchOperation(own);
        });
    }

    private VertxOperation directly(VertxOperation.Work work) {
        return new VertxOperation(lender.directly(), work);
    }

    private static VertxOperation.Work statement(String sql) {
        return (client, keys) -> client.query(sql).execute()
                .map(rows -> Digest.mix(Digest.EMPTY, rows.rowCount()));
    }

    private VertxReading reading(Reading reading) {
        String sql = reading.sql(dialect);
        return new VertxReading(reading.keyed() ? driver.placed(sql) : sql, reading);
    }

    private Future<Long> connecting(Connect connect) {
        return driver.connect(contexts.vertx()).compose(connection -> connection.query(connect.sql()).execute()
                .map(rows -> VertxReading.read(rows, 1, Digest.EMPTY))
                .compose(digest -> connection.close().map(digest)));
    }

    @Override
    public FreshPool<AsyncOperation> fresh(PoolCycle cycle) {
        return new VertxFreshPool(contexts,
                driver.pool(contexts.vertx(), sized(cycle.most(), keepAlive), cycle.outage()),
                reading(cycle.callers().task()));
    }

    @Override
    public void close() {
        // One after the other from here: nothing that is left to an event loop outlives Vert.x.
        lender.client().close().toCompletionStage().toCompletableFuture().join();
        contexts.close();
    }
}
