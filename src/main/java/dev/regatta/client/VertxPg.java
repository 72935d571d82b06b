package dev.regatta.client;

import dev.regatta.client.wire.Placeholders;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.PoolCycle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;

import java.util.Map;

/** Vert.x' client of PostgreSQL. */
final class VertxPg implements VertxDriver {

    private final PgConnectOptions options;
    /** The same for a pool that may meet connections that are half-open. */
    private final PgConnectOptions patient;

    VertxPg(Endpoint endpoint, Map<String, String> given, boolean encrypted) {
        JsonObject properties = VertxDriver
                .with(VertxDriver.encrypted(new PgConnectOptions().toJson(), encrypted, "REQUIRE"), given);
        options = of(endpoint, properties);
        patient = of(endpoint, VertxDriver.patient(properties));
    }

    private static PgConnectOptions of(Endpoint endpoint, JsonObject properties) {
        var options = new PgConnectOptions(properties);
        options.setHost(endpoint.host()).setPort(endpoint.port()).setDatabase(endpoint.database())
                .setUser(endpoint.user()).setPassword(endpoint.password());
        return options;
    }

    @Override
    public Class<?> origin() {
        return PgConnection.class;
    }

    @Override
    public Pool pool(Vertx vertx, PoolOptions size, PoolCycle.Outage outage) {
        return outage == PoolCycle.Outage.SILENT
                ? VertxDriver.patient(PgBuilder.pool().with(size).connectingTo(patient))
                        .using(vertx).build()
                : PgBuilder.pool().with(size).connectingTo(options).using(vertx).build();
    }

    @Override
    public SqlClient pipelined(Vertx vertx, PoolOptions size) {
        return PgBuilder.client().with(size).connectingTo(options).using(vertx).build();
    }

    @Override
    public Future<? extends SqlConnection> connect(Vertx vertx) {
        return PgConnection.connect(vertx, options);
    }

    @Override
    public String placed(String sql) {
        return Placeholders.numbered(sql);
    }
}
