package dev.regatta.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Callers that keep their connections until enough of them have one; when one fails, none waits any longer. */
public final class Gathering {

    private final AtomicInteger missing;
    private final CompletableFuture<Void> all = new CompletableFuture<>();

    /** So many must come. */
    public Gathering(int enough) {
        missing = new AtomicInteger(enough);
    }

    /** One more has its connection; completed when enough have. */
    public CompletionStage<Void> arrived() {
        if (missing.decrementAndGet() == 0) {
            all.complete(null);
        }
        return all.minimalCompletionStage();
    }

    /** One of them gets no connection. */
    public void failed(Throwable cause) {
        all.completeExceptionally(cause);
    }
}
