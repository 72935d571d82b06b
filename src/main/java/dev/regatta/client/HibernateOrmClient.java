package dev.regatta.client;

import dev.regatta.client.HibernateEntities.Mapped;
import dev.regatta.stack.Stack;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Listing;
import dev.regatta.workload.PoolCycle;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import dev.regatta.workload.Workload;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.Configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Hibernate ORM over a pool of JDBC connections: a stateless session for every operation. */
final class HibernateOrmClient implements BlockingClient {

    private final JdbcPool pool;
    private final SessionFactory factory;

    private HibernateOrmClient(JdbcPool pool, SessionFactory factory) {
        this.pool = pool;
        this.factory = factory;
    }

    /** The driver is the second part of the stack's name. */
    static HibernateOrmClient open(Stack stack, Endpoint endpoint, int connections, Map<String, String> options,
            Optional<PoolMeters> meters) {
        var pool = new JdbcHikari(JdbcDriver.of(stack.part(1)).target(endpoint, stack.driverOptions(options),
                Stack.encrypts(options)), connections, connections, PoolCycle.Outage.NONE,
                stack.poolOptions(options), meters);
        try {
            var configuration = new Configuration();
            HibernateEntities.ALL.forEach(configuration::addAnnotatedClass);
            configuration.getProperties().put("hibernate.connection.datasource", pool.source());
            var client = new HibernateOrmClient(pool, configuration.buildSessionFactory());
            client.establish();
            return client;
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Holds a session with a connection for each that the pool has, so that all are open. */
    private void establish() {
        var held = new ArrayList<StatelessSession>();
        try {
            for (int i = 0; i < pool.connections(); i++) {
                StatelessSession session = factory.openStatelessSession();
                held.add(session);
                session.createNativeQuery("SELECT 1", Integer.class).getSingleResult();
            }
        } finally {
            held.forEach(StatelessSession::close);
        }
    }

    @Override
    public Class<?> driver() {
        return SessionFactory.class;
    }

    @Override
    public BlockingOperation operation(Workload workload, int worker) {
        Class<? extends Mapped> type = workload.entity().map(HibernateEntities::of)
                .orElseThrow(() -> Clients.noSuchOperation(workload));
        return switch (workload) {
            case Reading reading -> reading(type, reading.statements());
            case Listing listing -> listing(type);
            case Transaction transaction -> new HibernateOrmTransaction(factory, type, transaction);
            default -> throw Clients.noSuchOperation(workload);
        };
    }

    /** Objects by their ids, one after another in one session. */
    private BlockingOperation reading(Class<? extends Mapped> type, int statements) {
        return keys -> {
            long digest = Digest.EMPTY;
            try (StatelessSession session = factory.openStatelessSession()) {
                for (int i = 0; i < statements; i++) {
                    digest = session.get(type, keys[i]).mix(digest);
                }
            }
            return digest;
        };
    }

    /** All rows, as objects. */
    private BlockingOperation listing(Class<? extends Mapped> type) {
        String query = "from " + type.getSimpleName();
        return keys -> {
            try (StatelessSession session = factory.openStatelessSession()) {
                List<? extends Mapped> rows = session.createSelectionQuery(query, type).getResultList();
                long digest = Digest.EMPTY;
                for (Mapped row : rows) {
                    digest = row.mix(digest);
                }
                return digest;
            }
        };
    }

    @Override
    public void close() {
        factory.close();
        pool.close();
    }
}
