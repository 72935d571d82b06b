package dev.regatta.relay;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/** Platform threads that keep no JVM alive; with Java 17 as well, where there is no {@code Thread.ofPlatform()}. */
final class DaemonThreads implements ThreadFactory {

    private final AtomicLong made = new AtomicLong();

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(work, "regatta-relay-" + made.getAndIncrement());
        thread.setDaemon(true);
        return thread;
    }
}
