package dev.regatta.experiment;

import dev.regatta.database.Placement;
import dev.regatta.database.ProcessTree;
import dev.regatta.recipe.Jdk;
import dev.regatta.wire.RelayMain;
import dev.regatta.workload.Endpoint;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A longer way to a server: a relay that adds a fixed time to every round trip, in a process of its own on the database's
 * CPUs, so that it takes no time from the workers.
 */
final class LongWay implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";
    private static final List<String> JVM_OPTIONS = List.of("-Xms64m", "-Xmx256m", "-XX:+UseSerialGC",
            "-XX:-UsePerfData");

    private final Process process;
    private final ProcessTree tree;
    private final Endpoint endpoint;

    private LongWay(Process process, Endpoint endpoint) {
        this.process = process;
        this.tree = new ProcessTree(Path.of("/proc"), process.pid());
        this.endpoint = endpoint;
    }

    /**
     * Starts a relay to {@code server}.
     *
     * @param roundTrip what a round trip takes longer
     * @param log       receives what goes wrong there
     * @throws MeasurementFailure if it does not start
     */
    static LongWay to(Endpoint server, Duration roundTrip, Placement placement, Jdk jdk, Path log)
            throws MeasurementFailure {
        List<String> command = new ArrayList<>(placement.databasePrefix());
        command.add(jdk.launcher().toString());
        command.addAll(JVM_OPTIONS);
        command.addAll(List.of("-cp",
                HarnessJars.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                RelayMain.class.getName(), server.host(), Integer.toString(server.port()),
                Long.toString(roundTrip.toNanos())));
        try {
            Files.createDirectories(log.getParent());
            Process process = ChildProcess.of(command).redirectError(log.toFile()).start();
            BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
            String port = said.readLine();
            if (port == null) {
                process.destroyForcibly();
                throw new MeasurementFailure("the relay that adds latency did not start; see " + log);
            }
            return new LongWay(process, new Endpoint(server.dialect(), LOOPBACK, Integer.parseInt(port),
                    server.database(), server.user(), server.password()));
        } catch (IOException e) {
            throw new MeasurementFailure("the relay that adds latency could not be started: " + e.getMessage(), e);
        }
    }

    /** Where workers connect to. */
    Endpoint endpoint() {
        return endpoint;
    }

    /** CPU nanoseconds it has used; 0 where that cannot be read. */
    long cpuNanos() {
        return tree.cpuNanos().orElse(0);
    }

    /** Ends it, and with it every connection. */
    @Override
    public void close() {
        process.destroy();
    }
}
