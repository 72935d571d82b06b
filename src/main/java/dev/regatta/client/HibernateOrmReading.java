package dev.regatta.client;

import dev.regatta.client.HibernateEntities.Mapped;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/** Objects by their ids on Hibernate ORM, one after another in one session. */
final class HibernateOrmReading implements BlockingOperation {

    private final SessionFactory factory;
    private final Class<? extends Mapped> type;
    private final int statements;

    HibernateOrmReading(SessionFactory factory, Class<? extends Mapped> type, Reading reading) {
        this.factory = factory;
        this.type = type;
        statements = reading.statements();
    }

    @Override
    public long execute(int[] keys) {
        long digest = Digest.EMPTY;
        try (StatelessSession session = factory.openStatelessSession()) {
            for (int i = 0; i < statements; i++) {
                digest = session.get(type, keys[i]).mix(digest);
            }
        }
        return digest;
    }
}
