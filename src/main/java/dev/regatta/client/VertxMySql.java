package dev.regatta.client;

import dev.regatta.workload.Endpoint;
import dev.regatta.workload.PoolCycle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.mysqlclient.MySQLBuilder;
import io.vertx.mysqlclient.MySQLConnectOptions;
import io.vertx.mysqlclient.MySQLConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;

import java.util.Map;

/** Vert.x' client of MySQL, which speaks to MariaDB as well. */
final class VertxMySql implements VertxDriver {

    /** Its default is 1, no pipelining; this is the default of the client of PostgreSQL. */
    private static final int PIPELINED = 256;

    private final MySQLConnectOptions options;
    /** The same for a pool that may meet connections that are half-open. */
    private final MySQLConnectOptions patient;

    VertxMySql(Endpoint endpoint, Map<String, String> given, boolean encrypted, boolean pipelined) {
        var defaults = new MySQLConnectOptions();
        if (pipelined) {
            defaults.setPipeliningLimit(PIPELINED);
        }
        JsonObject properties = VertxDriver.with(VertxDriver.encrypted(defaults.toJson(), encrypted, "REQUIRED"),
                given);
        options = of(endpoint, properties);
        patient = of(endpoint, VertxDriver.patient(properties));
    }

    private static MySQLConnectOptions of(Endpoint endpoint, JsonObject properties) {
        var options = new MySQLConnectOptions(properties);
        options.setHost(endpoint.host()).setPort(endpoint.port()).setDatabase(endpoint.database())
                .setUser(endpoint.user()).setPassword(endpoint.password());
        return options;
    }

    @Override
    public Class<?> origin() {
        return MySQLConnection.class;
    }

    @Override
    public Pool pool(Vertx vertx, PoolOptions size, PoolCycle.Outage outage) {
        return outage == PoolCycle.Outage.SILENT
                ? VertxDriver.patient(MySQLBuilder.pool().with(size).connectingTo(patient))
                        .using(vertx).build()
                : MySQLBuilder.pool().with(size).connectingTo(options).using(vertx).build();
    }

    @Override
    public SqlClient pipelined(Vertx vertx, PoolOptions size) {
        return MySQLBuilder.client().with(size).connectingTo(options).using(vertx).build();
    }

    @Override
    public Future<? extends SqlConnection> connect(Vertx vertx) {
        return MySQLConnection.connect(vertx, options);
    }

    @Override
    public String placed(String sql) {
        return sql;
    }
}
