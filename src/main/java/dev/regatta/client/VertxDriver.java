package dev.regatta.client;

import dev.regatta.workload.Endpoint;
import dev.regatta.workload.PoolCycle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.NetClientOptions;
import io.vertx.sqlclient.ClientBuilder;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What Vert.x' clients of the databases have a form of their own for. */
interface VertxDriver {

    /** A class of its jar. */
    Class<?> origin();

    /**
     * A pool, whose operations do not share a connection.
     *
     * @param outage what it must recover from
     */
    Pool pool(Vertx vertx, PoolOptions options, PoolCycle.Outage outage);

    /** A client that sends operations on a connection before earlier ones are answered. */
    SqlClient pipelined(Vertx vertx, PoolOptions options);

    /** A connection without a pool. */
    Future<? extends SqlConnection> connect(Vertx vertx);

    /** A statement with the database's own placeholders. */
    String placed(String sql);

    /**
     * The driver of the endpoint's database.
     *
     * @param options   the driver's, by the names of its properties
     * @param encrypted whether TLS is on
     * @param pipelined whether several operations are in flight on a connection
     */
    static VertxDriver of(Endpoint endpoint, Map<String, String> options, boolean encrypted, boolean pipelined) {
        return switch (endpoint.dialect()) {
            case POSTGRESQL -> new VertxPg(endpoint, options, encrypted);
            case MARIADB -> new VertxMySql(endpoint, options, encrypted, pipelined);
        };
    }

    /**
     * These properties with TLS, if it is on: any certificate is taken. Vert.x 4 has what concerns it among the others,
     * Vert.x 5 apart; each ignores the form of the other.
     */
    static JsonObject encrypted(JsonObject properties, boolean encrypted, String mode) {
        if (encrypted) {
            var trusting = new JsonObject().put("trustAll", true).put("hostnameVerificationAlgorithm", "");
            properties.put("sslMode", mode).put("sslOptions", trusting).mergeIn(trusting);
        }
        return properties;
    }

    /**
     * These properties, by which a socket is closed when nothing has gone through it for a while: pools of Vert.x do not ask
     * whether a connection is alive, and wait for an answer for good. Vert.x 4 has that among them, Vert.x 5
     * {@linkplain #patient(ClientBuilder) apart}.
     */
    static JsonObject patient(JsonObject properties) {
        return properties.copy().put("idleTimeout", FreshPool.PATIENCE.toMillis()).put("idleTimeoutUnit",
                TimeUnit.MILLISECONDS.name());
    }

    /** The same for Vert.x 5. */
    static <C> ClientBuilder<C> patient(ClientBuilder<C> builder) {
        var patient = new NetClientOptions().setIdleTimeout((int) FreshPool.PATIENCE.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        try {
            ClientBuilder.class.getMethod("with", NetClientOptions.class).invoke(builder, patient);
        } catch (NoSuchMethodException old) {
            // Vert.x 4, which the adapters are compiled with.
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Vert.x does not take the options of its sockets", e);
        }
        return builder;
    }

    /**
     * These properties with the given ones, each of the type that it has there.
     *
     * @throws IllegalArgumentException naming one that is not there
     */
    static JsonObject with(JsonObject properties, Map<String, String> given) {
        Clients.requireKnown("this client of Vert.x", given.keySet(), properties.fieldNames());
        given.forEach((name, text) -> {
            properties.put(name, switch (properties.getValue(name)) {
                case Boolean truth -> Boolean.valueOf(text);
                case Number number -> Integer.valueOf(text);
                default -> text;
            });
        });
        return properties;
    }
}
