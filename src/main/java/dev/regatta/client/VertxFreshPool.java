package dev.regatta.client;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;

import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A pool of a client of Vert.x for one operation; all callers are on one context. */
record VertxFreshPool(VertxContexts contexts, Pool pool, VertxReading reading) implements FreshPool<AsyncOperation> {

    @Override
    public AsyncOperation caller(Gathering callers) {
        return contexts.on(0, new VertxOperation(new VertxLender(pool, Optional.of(pool)).onOneConnection(),
                (client, keys) -> reading.run(client, keys)
                        .compose(digest -> Future.fromCompletionStage(callers.arrived()).map(digest))));
    }

    /** Waits for no longer than a log-in: a pool that lost its connections was seen to end and never to say so. */
    @Override
    public void close() {
        pool.close().toCompletionStage().toCompletableFuture()
                .completeOnTimeout(null, LOGIN_SECONDS, TimeUnit.SECONDS).join();
    }
}
