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

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

import javax.sql.DataSource;

/**
 * Any JDBC driver, with a pool or without. Workloads with parameters use a {@code PreparedStatement}, those without a
 * {@code Statement}, as MariaDB's benchmark does.
 */
final class JdbcClient implements BlockingClient {

    private final JdbcPool pool;
    private final Opening opening;
    private final JdbcDriver.Target target;
    private final Endpoint endpoint;

    /** Opens a pool of this client's kind. */
    private interface Opening {
        /**
         * A pool.
         *
         * @param most      connections that it may have
         * @param idle      how many of them it opens without being asked
         * @param outage    what it must recover from
         */
        JdbcPool pool(int most, int idle, PoolCycle.Outage outage) throws SQLException;
    }

    private JdbcClient(Opening opening, JdbcPool pool, JdbcDriver.Target target, Endpoint endpoint) {
        this.opening = opening;
        this.pool = pool;
        this.target = target;
        this.endpoint = endpoint;
    }

    static JdbcClient open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters) throws SQLException {
        JdbcDriver driver = JdbcDriver.of(stack.part(0));
        JdbcDriver.Target target = driver.target(endpoint, stack.driverOptions(options), Stack.encrypts(options));
        Opening opening = (most, idle, outage) -> pool(stack,
                outage == PoolCycle.Outage.SILENT ? driver.patient(target) : target, most, idle, outage,
                endpoint.dialect(), options, meters);
        var client = new JdbcClient(opening, opening.pool(connections, connections, PoolCycle.Outage.NONE), target,
                endpoint);
        try {
            client.establish();
            return client;
        } catch (SQLException | RuntimeException e) {
            client.close();
            throw e;
        }
    }

    private static JdbcPool pool(Stack stack, JdbcDriver.Target target, int most, int idle,
            PoolCycle.Outage outage, Dialect dialect, Map<String, String> options, Optional<PoolMeters> meters)
            throws SQLException {
        Map<String, String> ofThePool = stack.poolOptions(options);
        return switch (stack.pool()) {
            case HIKARI -> new JdbcHikari(target, most, idle, outage, ofThePool, meters);
            case AGROAL -> new JdbcAgroal(target, most, outage, dialect, ofThePool, meters);
            case NONE -> new JdbcWithoutPool(target);
            case OWN_CONNECTIONS, R2DBC_POOL, VERTX, ONE_PIPELINED, OF_THE_PROJECT ->
                throw new IllegalArgumentException(stack.pool() + " is no pool of JDBC's");
        };
    }

    /**
     * Holds all connections at once, which makes the pool open them, and runs one statement of each kind on each, so
     * that the driver's classes are initialised by this thread: doing that pins a virtual one.
     */
    private void establish() throws SQLException {
        var held = new ArrayList<Connection>();
        try {
            for (int i = 0; i < Math.max(1, pool.connections()); i++) {
                held.add(pool.source().getConnection());
            }
            for (Connection connection : held) {
                try (var statement = connection.createStatement(); var rows = statement.executeQuery("SELECT 1")) {
                    readOne(rows);
                }
                try (var statement = connection.prepareStatement("SELECT 1"); var rows = statement.executeQuery()) {
                    readOne(rows);
                }
            }
        } finally {
            for (Connection connection : held) {
                connection.close();
            }
        }
    }

    private static void readOne(ResultSet rows) throws SQLException {
        if (!rows.next() || rows.getInt(1) != 1) {
            throw new SQLException("SELECT 1 did not answer 1");
        }
    }

    @Override
    public Class<?> driver() {
        return target.driver().getClass();
    }

    @Override
    public BlockingOperation operation(Workload workload, int worker) {
        Dialect dialect = endpoint.dialect();
        DataSource source = pool.source();
        return switch (workload) {
            case Action action -> new JdbcAction(source, action.sql(dialect));
            case Reading reading -> new JdbcReading(source, reading, dialect);
            case Listing listing -> new JdbcListing(source, listing, dialect);
            case Transaction transaction -> new JdbcTransaction(source, transaction, dialect);
            case BatchInsert insert -> new JdbcBatchInsert(source, insert);
            case BatchUpdate update -> new JdbcBatchUpdate(source, update);
            case LargeParameter large -> new JdbcLargeParameter(source, large, large.insert(dialect));
            case Connect connect -> new JdbcConnect(target, connect.sql());
            case BlobStream blob -> new JdbcBlob(source, blob, dialect);
            case CopyIn copy -> new JdbcCopyIn(source, copy);
            case Metadata metadata -> new JdbcMetadata(source, metadata, endpoint.database(), metadata.schema(dialect));
            case TypedRows typed -> new JdbcTypes(source, typed, dialect);
            case Burst burst -> throw Clients.noSuchOperation(burst);
            case PoolCycle cycle -> throw Clients.noSuchOperation(cycle);
            case Idle idle -> throw Clients.noSuchOperation(idle);
            case OwnCode own -> throw Clients.noSuchOperation(own);
        };
    }

    @Override
    public FreshPool<BlockingOperation> fresh(PoolCycle cycle) throws SQLException {
        JdbcPool fresh = opening.pool(cycle.most(), 0, cycle.outage());
        return new JdbcFreshPool(fresh,
                new JdbcReading(fresh.source(), cycle.callers().task(), endpoint.dialect()));
    }

    @Override
    public void close() {
        pool.close();
    }
}
