package dev.regatta.race;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Says every 15 s what is being measured, so that a log that stands still means a run that stands still. */
final class Heartbeat implements AutoCloseable {

    private static final int PERIOD_SECONDS = 15;

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("regatta-heartbeat").factory());
    private final Consumer<String> out;
    private volatile String current = "";

    Heartbeat(Consumer<String> out) {
        this.out = out;
        timer.scheduleAtFixedRate(() -> {
            String line = current;
            if (!line.isEmpty()) {
                out.accept(line);
            }
        }, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }

    /** Says something at once. */
    void say(String line) {
        out.accept(line);
    }

    /** What is being measured now. */
    void now(String line) {
        current = line;
    }

    /** Nothing is being measured now. */
    void rest() {
        current = "";
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
