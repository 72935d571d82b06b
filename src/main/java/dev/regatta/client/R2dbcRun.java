package dev.regatta.client;

import io.r2dbc.spi.Connection;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;

/**
 * One operation in flight: borrows a connection, works on it, gives it back whatever happens, and tells the outcome once
 * the connection is back, so that the operation started next finds it.
 */
abstract class R2dbcRun implements CoreSubscriber<Object> {

    private final AsyncOperation.Outcome outcome;

    R2dbcRun(AsyncOperation.Outcome outcome) {
        this.outcome = outcome;
    }

    /** What is done on the borrowed connection; its elements are ignored. */
    abstract Publisher<?> work(Connection connection);

    /** The digest of what {@link #work(Connection)} read. */
    abstract long digest();

    /** @param borrowed the connection of this operation, from a pool or from the driver itself */
    final void start(Publisher<? extends Connection> borrowed) {
        Mono.usingWhen(borrowed, connection -> Mono.ignoreElements(work(connection)), Connection::close,
                (connection, failure) -> connection.close(), Connection::close).subscribe(this);
    }

    @Override
    public final void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public final void onNext(Object ignored) {
    }

    @Override
    public final void onError(Throwable failure) {
        outcome.failed(failure);
    }

    @Override
    public final void onComplete() {
        outcome.completed(digest());
    }
}
