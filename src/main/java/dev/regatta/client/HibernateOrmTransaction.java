package dev.regatta.client;

import dev.regatta.client.HibernateEntities.LedgerRow;
import dev.regatta.client.HibernateEntities.Mapped;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Transaction;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;

/** Reads of objects and then updates of them on Hibernate ORM, one after another in one session. */
record HibernateOrmTransaction(SessionFactory factory, Class<? extends Mapped> type,
        Transaction transaction) implements BlockingOperation {

    @Override
    public long execute(int[] keys) {
        try (StatelessSession session = factory.openStatelessSession()) {
            if (transaction.autocommit()) {
                return work(session, keys);
            }
            var open = session.beginTransaction();
            try {
                long digest = work(session, keys);
                open.commit();
                return digest;
            } catch (RuntimeException e) {
                open.rollback();
                throw e;
            }
        }
    }

    private long work(StatelessSession session, int[] keys) {
        long digest = Digest.EMPTY;
        int statements = transaction.read().statements();
        var rows = new Mapped[statements];
        for (int i = 0; i < statements; i++) {
            rows[i] = session.get(type, keys[i]);
            digest = rows[i].mix(digest);
        }
        if (!transaction.updating()) {
            return digest;
        }
        for (int i = 0; i < statements; i++) {
            var row = (LedgerRow) rows[i];
            row.write(transaction.written(keys, i));
            // An update that changes no row throws.
            session.update(row);
        }
        return Digest.mix(digest, statements);
    }
}
