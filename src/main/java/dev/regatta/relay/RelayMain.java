package dev.regatta.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * A delaying relay as a process of its own, so that it can be kept off the CPUs of the clients: prints its port, and
 * ends with its standard input, as when the process that started it dies. When one of its threads ends with an error,
 * it says so on standard error and exits with 1: without that thread it would relay nothing.
 */
public final class RelayMain {

    private RelayMain() {
    }

    /**
     * Takes the server's host and port, the nanoseconds by which a round trip is longer, and those for which a log-in is
     * held.
     */
    public static void main(String[] arguments) throws IOException {
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            System.err.println(failure.getMessage() == null ? failure : failure.getMessage());
            Runtime.getRuntime().halt(1);
        });
        InetSocketAddress server = new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1]));
        try (DelayingRelay relay = new DelayingRelay(server, Duration.ofNanos(Long.parseLong(arguments[2])),
                Duration.ofNanos(Long.parseLong(arguments[3])))) {
            System.out.println(relay.address().getPort());
            while (System.in.read() >= 0) {
                // A relay takes no input; only its end matters.
            }
        }
    }
}
