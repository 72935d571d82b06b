package dev.regatta.client;

import dev.regatta.workload.Digest;
import io.r2dbc.spi.Connection;
import io.r2dbc.spi.Result;
import io.r2dbc.spi.Row;
import io.r2dbc.spi.RowMetadata;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import java.util.function.BiFunction;

/**
 * One operation in flight: borrows a connection, works on it, gives it back whatever happens, and tells the outcome
 * once the connection is back, so that the operation started next finds it.
 */
abstract class R2dbcRun implements CoreSubscriber<Object>, BiFunction<Row, RowMetadata, Boolean> {

    private final AsyncOperation.Outcome outcome;
    /** The digest of the rows so far; the driver maps them one after another. */
    long digest = Digest.EMPTY;
    /** The rows that statements changed so far; a driver may tell none. */
    int changed;

    R2dbcRun(AsyncOperation.Outcome outcome) {
        this.outcome = outcome;
    }

    /** What is done on the borrowed connection; its elements are ignored. */
    abstract Publisher<?> work(Connection connection);

    /** The digest of what {@link #work(Connection)} read. */
    long digest() {
        return digest;
    }

    /** Folds a row into the digest. */
    void read(Row row) {
        throw new IllegalStateException("this operation reads no rows");
    }

    /** Folds the integers of a row into the digest. */
    final void integers(Row row, int columns) {
        for (int column = 0; column < columns; column++) {
            digest = Digest.mix(digest, row.get(column, Integer.class));
        }
    }

    /** Reads all rows of the results. */
    final Flux<?> rows(Publisher<? extends Result> results) {
        return Flux.<Result>from(results).concatMap(result -> result.map(this));
    }

    /** Adds up what the results changed. */
    final Flux<?> counts(Publisher<? extends Result> results) {
        return Flux.<Result>from(results).concatMap(result -> Flux.<Number>from(result.getRowsUpdated()))
                .doOnNext(count -> changed += count.intValue());
    }

    /** Reads a row, for {@link Result#map}, which takes no null. */
    @Override
    public final Boolean apply(Row row, RowMetadata metadata) {
        read(row);
        return Boolean.TRUE;
    }

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
