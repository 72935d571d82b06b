package dev.regatta.host;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Calls of something that may never answer: a Docker engine that is stopped or wedged accepts connections, and its
 * client waits without limit. A call that is given up goes on in a thread that keeps no JVM from ending.
 */
public final class Bounded {

    /** There was no answer within the limit, which says nothing of what was asked for. */
    public static final class Silence extends IllegalStateException {

        private static final long serialVersionUID = 1;

        private Silence(String sentence) {
            super(sentence);
        }
    }

    private Bounded() {
    }

    /**
     * The result of {@code call}.
     *
     * @param who whom it asks, for the message
     * @throws Silence               if there is none within {@code limit}
     * @throws IllegalStateException if the wait is interrupted
     * @throws RuntimeException      what the call threw, a checked exception as the cause of an
     *                               {@link IllegalStateException}
     */
    public static <T> T call(String who, Duration limit, Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(call);
        Thread.ofPlatform().daemon().name("regatta-" + who.replace(' ', '-')).start(task);
        try {
            return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            task.cancel(true);
            throw new Silence(who + " did not answer within " + limit.toSeconds()
                    + " s: it is stopped or overloaded; restart it");
        } catch (InterruptedException e) {
            task.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + who, e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(who + ": "
                            + Objects.requireNonNullElseGet(e.getCause().getMessage(), e.getCause()::toString),
                            e.getCause());
        }
    }
}
