package dev.regatta.race;

import dev.regatta.fork.HarnessJars;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Bounded;
import dev.regatta.host.ChildProcess;
import dev.regatta.host.Placement;
import dev.regatta.host.ProcessTree;
import dev.regatta.recipe.Jdk;
import dev.regatta.relay.NearSide;
import dev.regatta.relay.RelayMain;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A longer way to a server: a relay that adds a fixed time to every round trip, and one to every log-in, in a process
 * of its own on the database's CPUs, so that it takes no time from the workers.
 */
final class LatencyRelay implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(30);
    private static final int HIGHEST_PORT = 65_535;
    /** So much of a line that is no port is told. */
    private static final int QUOTED_LETTERS = 200;

    private final Process process;
    private final ProcessTree tree;
    private final Endpoint endpoint;
    private final Path log;
    private final boolean holdsLogins;

    private LatencyRelay(Process process, Endpoint endpoint, Path log, boolean holdsLogins) {
        this.log = log;
        this.holdsLogins = holdsLogins;
        this.process = process;
        this.tree = new ProcessTree(Path.of("/proc"), process.pid());
        this.endpoint = endpoint;
    }

    /**
     * Starts a relay to {@code server}.
     *
     * @param roundTrip how much longer a round trip takes
     * @param login     how long a log-in is held
     * @param log       receives what goes wrong there
     * @throws MeasurementFailure if it does not start
     */
    static LatencyRelay to(Endpoint server, Duration roundTrip, Duration login, Placement placement, Jdk jdk, Path log)
            throws MeasurementFailure {
        List<String> command = HarnessJars.besideTheServer(placement, jdk, RelayMain.class, server.host(),
                Integer.toString(server.port()), Long.toString(roundTrip.toNanos()), Long.toString(login.toNanos()));
        String near;
        Process process;
        try {
            near = NearSide.of(new InetSocketAddress(server.host(), server.port())).getHostAddress();
            Files.createDirectories(log.getParent());
            process = ChildProcess.of(command).redirectError(log.toFile()).start();
        } catch (IOException e) {
            throw new MeasurementFailure("the relay that adds latency could not be started: " + e.getMessage(), e);
        }
        try {
            return new LatencyRelay(process, new Endpoint(server.dialect(), near, port(process, log), server.database(),
                    server.user(), server.password()), log, !login.isZero());
        } catch (MeasurementFailure | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** The port that it prints as its first line, in time. */
    private static int port(Process process, Path log) throws MeasurementFailure {
        try {
            String line = Bounded.call("the relay that adds latency", START_LIMIT,
                    process.inputReader(StandardCharsets.UTF_8)::readLine);
            if (line == null) {
                throw new MeasurementFailure("the relay that adds latency did not start; see " + log, log);
            }
            if (!line.matches("[1-9]\\d{0,4}") || Integer.parseInt(line) > HIGHEST_PORT) {
                throw new MeasurementFailure("the relay that adds latency printed '"
                        + line.substring(0, Math.min(line.length(), QUOTED_LETTERS))
                        + "' where its port was expected; see " + log + ", and try another JDK", log);
            }
            return Integer.parseInt(line);
        } catch (IllegalStateException e) {
            throw new MeasurementFailure(e.getMessage(), e);
        }
    }

    /** Why the server cannot be reached through it any more; empty while it runs. */
    Optional<String> death() {
        return process.isAlive()
                ? Optional.empty()
                : Optional.of("the relay that adds latency ended with exit code " + process.exitValue() + "; see "
                        + log);
    }

    /** Whether log-ins are held, and not only what follows them. */
    boolean holdsLogins() {
        return holdsLogins;
    }

    /** Where workers connect to. */
    Endpoint endpoint() {
        return endpoint;
    }

    /** CPU nanoseconds it has used; 0 where that cannot be read. */
    long cpuNanos() {
        return tree.cpuNanos().orElse(0);
    }

    /** Ends the relay and with it every connection. If its process does not end, it is killed after two seconds. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(2, TimeUnit.SECONDS).exceptionally(stopped -> process.destroyForcibly()).join();
    }
}
