package dev.regatta.client;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A Vert.x with a context for every logical worker: Vert.x answers an operation on the context that started it, and
 * opens a connection on the event loop of whoever asked for it first.
 */
final class VertxContexts implements AutoCloseable {

    private final Vertx vertx;
    private final List<Context> contexts = new ArrayList<>();

    /** @param meters of its pools, where somebody reads them */
    VertxContexts(Optional<PoolMeters> meters) {
        // It has no files to look for.
        var options = new VertxOptions().setFileSystemOptions(
                new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false));
        vertx = meters.isPresent() ? VertxMeters.vertx(options, meters.get()) : Vertx.vertx(options);
    }

    Vertx vertx() {
        return vertx;
    }

    /** The context of a logical worker, counted from 0. */
    Context of(int worker) {
        while (contexts.size() <= worker) {
            contexts.add(create());
        }
        return contexts.get(worker);
    }

    /** A thread that is not Vert.x' own gets a context of its own, on the next event loop. */
    private Context create() {
        var context = new CompletableFuture<Context>();
        Thread.ofPlatform().daemon().start(() -> context.complete(vertx.getOrCreateContext()));
        return context.join();
    }

    /** Does {@code work} on the context of a worker and waits for its result. */
    <T> T await(int worker, Supplier<Future<T>> work) {
        var result = new CompletableFuture<T>();
        of(worker).runOnContext(none -> {
            try {
                work.get().onComplete(ended -> {
                    if (ended.succeeded()) {
                        result.complete(ended.result());
                    } else {
                        result.completeExceptionally(ended.cause());
                    }
                });
            } catch (RuntimeException | Error e) {
                // Vert.x would only log it.
                result.completeExceptionally(e);
            }
        });
        return result.join();
    }

    /** {@code operation}, started on the context of its worker whoever starts it. */
    AsyncOperation on(int worker, AsyncOperation operation) {
        Context context = of(worker);
        return (keys, outcome) -> {
            if (Vertx.currentContext() == context) {
                operation.start(keys, outcome);
            } else {
                context.runOnContext(none -> operation.startOrFail(keys, outcome));
            }
        };
    }

    /** Ends its event loops, with what they have not done yet. */
    @Override
    public void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
