package dev.regatta.client;

import dev.regatta.operations.Draw;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workload;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** A project's own code whose operations return what completes later. */
record OwnCodeAsyncClient(OwnCodeInstance instance) implements AsyncClient {

    static OwnCodeAsyncClient open(String type, Endpoint endpoint) throws IOException {
        return new OwnCodeAsyncClient(OwnCodeInstance.open(type, endpoint));
    }

    /** No driver is known; the class itself. */
    @Override
    public Class<?> driver() {
        return instance.type();
    }

    @Override
    public AsyncOperation operation(Workload workload, int worker) {
        if (!(workload instanceof OwnCode own)) {
            throw Clients.noSuchOperation(workload);
        }
        MethodHandle method = instance.operation(own);
        return (keys, outcome) -> {
            try {
                switch (OwnCodeClient.called(method, Draw.of(keys[0]))) {
                    case CompletionStage<?> stage -> stage.whenComplete((value, failure) -> {
                        if (failure == null) {
                            end(value, own, outcome);
                        } else {
                            outcome.failed(failure instanceof CompletionException && failure.getCause() != null
                                    ? failure.getCause()
                                    : failure);
                        }
                    });
                    case Flow.Publisher<?> publisher -> publisher.subscribe(new Elements(own, outcome));
                    case null -> throw new IllegalStateException(own.id() + " returned null, and no future result");
                    case Object other -> ReactiveStreams.subscribe(other, own, outcome);
                }
            } catch (Exception | Error e) {
                outcome.failed(e);
            }
        };
    }

    private static void end(Object value, OwnCode own, AsyncOperation.Outcome outcome) {
        long digest;
        try {
            digest = OwnCodeDigest.of(value, own.id());
        } catch (RuntimeException | Error e) {
            outcome.failed(e);
            return;
        }
        outcome.completed(digest);
    }

    @Override
    public void reset() throws Exception {
        instance.reset();
    }

    @Override
    public void close() {
        instance.close();
    }

    /** Loaded where a class path has Reactive Streams only. */
    private static final class ReactiveStreams {

        private ReactiveStreams() {
        }

        static void subscribe(Object returned, OwnCode own, AsyncOperation.Outcome outcome) {
            if (!(returned instanceof Publisher<?> publisher)) {
                throw new IllegalStateException(own.id() + " returned a " + returned.getClass().getName()
                        + ", expected a CompletionStage or a Publisher");
            }
            FlowAdapters.toFlowPublisher(publisher).subscribe(new Elements(own, outcome));
        }
    }

    /** Collects what a publisher sends. */
    private static final class Elements implements Flow.Subscriber<Object> {

        private final OwnCode own;
        private final AsyncOperation.Outcome outcome;
        private final List<Object> all = new ArrayList<>();

        Elements(OwnCode own, AsyncOperation.Outcome outcome) {
            this.own = own;
            this.outcome = outcome;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Object element) {
            all.add(element);
        }

        @Override
        public void onError(Throwable failure) {
            outcome.failed(failure);
        }

        @Override
        public void onComplete() {
            end(all, own, outcome);
        }
    }
}
