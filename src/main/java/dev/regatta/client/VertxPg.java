package dev.regatta.client;

import dev.regatta.client.wire.Placeholders;
import dev.regatta.workload.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
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

    VertxPg(Endpoint endpoint, Map<String, String> given, boolean encrypted) {
        options = new PgConnectOptions(VertxDriver
                .with(VertxDriver.encrypted(new PgConnectOptions().toJson(), encrypted, "REQUIRE"), given));
        options.setHost(endpoint.host()).setPort(endpoint.port()).setDatabase(endpoint.database())
                .setUser(endpoint.user()).setPassword(endpoint.password());
    }

    @Override
    public Class<?> origin() {
        return PgConnection.class;
    }

    @Override
    public Pool pool(Vertx vertx, PoolOptions size) {
        return PgBuilder.pool().with(size).connectingTo(options).using(vertx).build();
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
