package dev.regatta.host;

import java.time.Duration;

/**
 * Limits how long this JVM takes to end. Testcontainers asks the Docker engine to remove its containers while the JVM ends, and
 * waits for ever where the engine is stopped. What is left then is removed by the next run.
 */
public final class ExitLimit {

    private static final Duration LIMIT = Duration.ofSeconds(15);

    private static boolean armed;
    private static volatile int code = 1;

    private ExitLimit() {
    }

    /** From now on this JVM ends within 15 s after its shutdown begins, whether by a signal or not. */
    public static void arm() {
        arm(LIMIT);
    }

    /** {@link #arm()} with a limit of its own. */
    public static synchronized void arm(Duration limit) {
        if (!armed) {
            armed = true;
            // A thread that is no hook itself: the JVM waits for hooks, not for those.
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> Thread.ofPlatform().daemon().name("regatta-exit-limit")
                            .start(() -> halt(limit)), "regatta-arm-exit-limit"));
        }
    }

    /** Ends this JVM with {@code exitCode}, whatever its end waits for. */
    public static void exit(int exitCode) {
        code = exitCode;
        System.exit(exitCode);
    }

    private static void halt(Duration limit) {
        try {
            Thread.sleep(limit);
        } catch (InterruptedException e) {
            // Nobody interrupts it.
        }
        System.err.println("[regatta] not everything could be ended within " + limit.toSeconds()
                + " s: a Docker engine that does not answer keeps its containers, which the next run removes");
        Runtime.getRuntime().halt(code);
    }
}
