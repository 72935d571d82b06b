package dev.regatta.client;

import dev.regatta.client.HibernateEntities.Mapped;
import dev.regatta.stack.Stack;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Listing;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.Workload;
import io.vertx.core.Future;
import io.vertx.core.impl.ContextInternal;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.hibernate.reactive.stage.Stage;
import org.hibernate.reactive.stage.Stage.StatelessSession;
import org.hibernate.reactive.vertx.VertxInstance;
import org.hibernate.service.ServiceRegistry;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * Hibernate Reactive over the pool of a client of Vert.x. Every operation opens a stateless session of its own, on a
 * context of its own: that of its logical worker, duplicated, as a web server does for each request.
 */
final class HibernateReactiveClient implements AsyncClient {

    private final VertxContexts contexts;
    private final ServiceRegistry registry;
    private final Stage.SessionFactory factory;

    private HibernateReactiveClient(VertxContexts contexts, ServiceRegistry registry, Stage.SessionFactory factory) {
        this.contexts = contexts;
        this.registry = registry;
        this.factory = factory;
    }

    static HibernateReactiveClient open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters) {
        if (Stack.encrypts(options)) {
            throw new IllegalArgumentException(
                    stack + " is not measured with TLS, which it leaves to its driver: measure that one");
        }
        if (!options.isEmpty()) {
            throw new IllegalArgumentException(stack + " has no options, got " + options.keySet());
        }
        String host = endpoint.host().contains(":") ? "[" + endpoint.host() + "]" : endpoint.host();
        var contexts = new VertxContexts(meters);
        try {
            var configuration = new Configuration();
            HibernateEntities.ALL.forEach(configuration::addAnnotatedClass);
            configuration.setProperty("hibernate.connection.url",
                    endpoint.dialect().id() + "://" + host + ":" + endpoint.port() + "/" + endpoint.database());
            configuration.setProperty("hibernate.connection.username", endpoint.user());
            configuration.setProperty("hibernate.connection.password", endpoint.password());
            configuration.setProperty("hibernate.connection.pool_size", Integer.toString(connections));
            ServiceRegistry registry = new ReactiveServiceRegistryBuilder()
                    .applySettings(configuration.getProperties())
                    .addService(VertxInstance.class, (VertxInstance) contexts::vertx).build();
            var client = new HibernateReactiveClient(contexts, registry,
                    configuration.buildSessionFactory(registry).unwrap(Stage.SessionFactory.class));
            try {
                client.establish(connections);
                return client;
            } catch (RuntimeException e) {
                client.factory.close();
                throw e;
            }
        } catch (RuntimeException e) {
            contexts.close();
            throw e;
        }
    }

    /** Holds a session with a connection for each that the pool has, so that all are open. */
    private void establish(int connections) {
        var held = new ArrayList<StatelessSession>();
        for (int i = 0; i < connections; i++) {
            held.add(contexts.await(i, () -> Future.fromCompletionStage(factory.openStatelessSession()
                    .thenCompose(session -> session.createNativeQuery("SELECT 1", Integer.class).getSingleResult()
                            .thenApply(one -> session)))));
        }
        for (int i = 0; i < connections; i++) {
            StatelessSession session = held.get(i);
            contexts.await(i, () -> Future.fromCompletionStage(session.close()));
        }
    }

    @Override
    public Class<?> driver() {
        return Stage.class;
    }

    @Override
    public AsyncOperation operation(Workload workload, int worker) {
        Class<? extends Mapped> type = workload.entity().map(HibernateEntities::of)
                .orElseThrow(() -> Clients.noSuchOperation(workload));
        var context = (ContextInternal) contexts.of(worker);
        return switch (workload) {
            case Reading reading -> HibernateReactiveOperation.reading(factory, context, type, reading);
            case Listing listing -> HibernateReactiveOperation.listing(factory, context, type);
            case Transaction transaction ->
                HibernateReactiveOperation.transaction(factory, context, type, transaction);
            default -> throw Clients.noSuchOperation(workload);
        };
    }

    @Override
    public void close() {
        factory.close();
        ReactiveServiceRegistryBuilder.destroy(registry);
        contexts.close();
    }
}
