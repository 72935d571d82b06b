package dev.regatta.host;

import java.time.Duration;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Limits how long this JVM takes to end. Testcontainers asks the Docker engine to remove its containers while the JVM
 * ends, and waits for ever where the engine is stopped. What is left then is removed by the next run. The JVM ends with
 * the code that it was asked to end with: a run that passed passes.
 */
public final class ExitLimit {

    /** What a JVM needs at most that ends as it should. */
    public static final Duration USUAL = Duration.ofSeconds(15);

    /** Where Java tells with which code {@link System#exit} was called. Held here, because the log manager does not. */
    private static final Logger EXITS = Logger.getLogger("java.lang.Runtime");
    private static final Pattern STATUS = Pattern.compile("status: (\\d+)");

    private static boolean armed;
    /** The exit code if the JVM takes too long to end; that of a signal, 128 + SIGTERM, if none was asked for. */
    private static volatile int code = 143;

    private ExitLimit() {
    }

    /** From now on this JVM ends so long after its shutdown begins at the latest, whether by a signal or not. */
    public static synchronized void arm(Duration limit) {
        if (!armed) {
            armed = true;
            EXITS.setFilter(exit -> {
                keepCode(exit.getMessage());
                return false;
            });
            EXITS.setLevel(Level.FINE);
            // A thread that is no hook itself: the JVM waits for hooks, not for those.
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(() -> Thread.ofPlatform().daemon().name("regatta-exit-limit")
                            .start(() -> halt(limit)), "regatta-arm-exit-limit"));
        }
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

    private static void keepCode(String exit) {
        Matcher status = STATUS.matcher(exit);
        if (status.find()) {
            code = Integer.parseInt(status.group(1));
        }
    }
}
