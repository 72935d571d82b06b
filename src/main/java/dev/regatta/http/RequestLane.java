package dev.regatta.http;

import dev.regatta.client.AsyncOperation;
import dev.regatta.load.Step;

import java.util.Arrays;
import java.util.SplittableRandom;

/** What a logical worker repeats: a request with its own ids, whose answer is compared with the rows of the dataset. */
final class RequestLane implements Step.Async, AsyncOperation.Outcome {

    private final ServiceRequest request;
    private final AsyncOperation operation;
    private final int worker;
    private final int[] keys;
    private SplittableRandom random = new SplittableRandom(0);
    private Ending ending;
    private long digest;

    RequestLane(ServiceRequest request, AsyncOperation operation, int worker) {
        this.request = request;
        this.operation = operation;
        this.worker = worker;
        this.keys = new int[request.keys()];
    }

    /** Starts the ids over: the same seed gives every arm the same ones. */
    void seed(long seed) {
        random = new SplittableRandom(seed + worker);
    }

    @Override
    public void start(Ending ending) {
        this.ending = ending;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = 1 + random.nextInt(request.ids());
        }
        operation.start(keys, this);
    }

    @Override
    public void completed(long digest) {
        this.digest = digest;
        ending.ended(digest == request.expected(keys));
    }

    @Override
    public void failed(Throwable cause) {
        ending.failed(cause);
    }

    /** The digest of the last answer. */
    long digest() {
        return digest;
    }

    /** The last request and its answer, in words. */
    String told() {
        return "GET " + request.path(keys) + " returned digest " + digest + ", expected " + request.expected(keys)
                + (keys.length > 0 ? " for " + Arrays.toString(keys) : "");
    }
}
