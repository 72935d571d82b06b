package dev.regatta.client;

import dev.regatta.client.HibernateEntities.LedgerRow;
import dev.regatta.client.HibernateEntities.Mapped;
import dev.regatta.workload.Digest;
import dev.regatta.workload.Reading;
import dev.regatta.workload.Transaction;
import io.vertx.core.impl.ContextInternal;
import org.hibernate.reactive.stage.Stage;
import org.hibernate.reactive.stage.Stage.StatelessSession;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An operation on Hibernate Reactive: a stateless session of its own, in which statements follow one another. */
record HibernateReactiveOperation(Stage.SessionFactory factory, ContextInternal context,
        Work work) implements AsyncOperation {

    /** What is done in a session. */
    interface Work {
        /** The digest of what it read. */
        CompletionStage<Long> in(StatelessSession session, int[] keys);
    }

    /** Objects by their ids. */
    static HibernateReactiveOperation reading(Stage.SessionFactory factory, ContextInternal context,
            Class<? extends Mapped> type, Reading reading) {
        return new HibernateReactiveOperation(factory, context,
                (session, keys) -> read(session, type, keys, new Mapped[reading.statements()], 0, Digest.EMPTY));
    }

    /** All objects. */
    static HibernateReactiveOperation listing(Stage.SessionFactory factory, ContextInternal context,
            Class<? extends Mapped> type) {
        String query = "from " + type.getSimpleName();
        return new HibernateReactiveOperation(factory, context,
                (session, keys) -> session.createSelectionQuery(query, type).getResultList().thenApply(rows -> {
                    long digest = Digest.EMPTY;
                    for (Mapped row : rows) {
                        digest = row.mix(digest);
                    }
                    return digest;
                }));
    }

    /** Objects by their ids, and updates of them. */
    static HibernateReactiveOperation transaction(Stage.SessionFactory factory, ContextInternal context,
            Class<? extends Mapped> type, Transaction transaction) {
        Work work = (session, keys) -> {
            var rows = new Mapped[transaction.read().statements()];
            CompletionStage<Long> read = read(session, type, keys, rows, 0, Digest.EMPTY);
            return transaction.updating()
                    ? read.thenCompose(digest -> update(session, transaction, keys, rows, 0)
                            .thenApply(updated -> Digest.mix(digest, rows.length)))
                    : read;
        };
        return new HibernateReactiveOperation(factory, context, transaction.autocommit()
                ? work
                : (session, keys) -> session.withTransaction(open -> work.in(session, keys)));
    }

    /** Reads from number {@code i} on and keeps the objects. */
    private static CompletionStage<Long> read(StatelessSession session, Class<? extends Mapped> type, int[] keys,
            Mapped[] rows, int i, long before) {
        return session.get(type, keys[i]).thenCompose(row -> {
            rows[i] = row;
            long digest = row.mix(before);
            return i + 1 == rows.length
                    ? CompletableFuture.completedStage(digest)
                    : read(session, type, keys, rows, i + 1, digest);
        });
    }

    /** Updates from number {@code i} on; one that changes no row fails. */
    private static CompletionStage<Void> update(StatelessSession session, Transaction transaction, int[] keys,
            Mapped[] rows, int i) {
        var row = (LedgerRow) rows[i];
        row.write(transaction.written(keys, i));
        CompletionStage<Void> updated = session.update(row);
        return i + 1 == rows.length
                ? updated
                : updated.thenCompose(none -> update(session, transaction, keys, rows, i + 1));
    }

    @Override
    public void start(int[] keys, Outcome outcome) {
        AsyncOperation operation = this::run;
        context.duplicate().emit(none -> operation.startOrFail(keys, outcome));
    }

    private void run(int[] keys, Outcome outcome) {
        factory.openStatelessSession()
                .thenCompose(session -> work.in(session, keys)
                        .handle((digest, failure) -> session.close().thenCompose(closed -> failure == null
                                ? CompletableFuture.completedStage(digest)
                                : CompletableFuture.<Long>failedStage(failure)))
                        .thenCompose(ended -> ended))
                .whenComplete((digest, failure) -> {
                    if (failure == null) {
                        outcome.completed(digest);
                    } else {
                        outcome.failed(failure);
                    }
                });
    }
}
