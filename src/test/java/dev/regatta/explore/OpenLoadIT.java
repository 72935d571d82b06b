package dev.regatta.explore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Latencies;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Coordinated omission, on a real server that stands still for 150 ms of 10 s: {@code mvn verify -DskipUTs
 * -Dit.test=OpenLoadIT}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenLoadIT {

    private static final double MILLIS = 1e6;
    private static final long SLICE_NANOS = 10_200_000_000L;
    private static final long DROP_NANOS = 200_000_000;

    private final RecipeResolver resolver = new RecipeResolver(Candidates.load(), settings().maven());
    private final ExperimentRunner experiment = new ExperimentRunner(settings(), Jdk.running(), 1, System.out::println);

    private static Settings settings() {
        var properties = new Properties();
        properties.putAll(System.getProperties());
        properties.setProperty("regatta.database", "embedded");
        properties.setProperty("regatta.results", Path.of("target", "open-load").toAbsolutePath().toString());
        return new Settings(properties);
    }

    @Test
    void aStallOfTheServerIsInTheTailOfAnOpenLoopAndHardlyInThatOfAClosedOne() throws Exception {
        Contender contender = contender("pgjdbc+hikari/virtual");
        LoadBench bench = new ForkedLoadBench(experiment, Dialect.POSTGRESQL);
        bench.fingerprint();
        try (LoadSet set = bench.set(1)) {
            set.open(contender, "select-1", new Conditions(16, 256, 0), true, 1);
            Latencies open = stalled(() -> set.offer(contender, 1_000, Arrivals.CONSTANT, SLICE_NANOS,
                    DROP_NANOS, 3));
            set.open(contender, "select-1", new Conditions(4, 4, 0), false, 4);
            Latencies closed = stalled(() -> set.closed(contender, SLICE_NANOS, 5));
            System.out.println("a stop of 150 ms in 10 s, open loop:   " + words(open));
            System.out.println("a stop of 150 ms in 10 s, closed loop: " + words(closed));
            // (1.5 - 1) / 1.5 and (1.5 - 0.1) / 1.5 of 150 ms
            assertThat(open.valueAt(99) / MILLIS).isBetween(35.0, 75.0);
            assertThat(open.valueAt(99.9) / MILLIS).isBetween(125.0, 175.0);
            assertThat(open.valueAt(100) / MILLIS).isGreaterThanOrEqualTo(150);
            assertThat(closed.valueAt(99) / MILLIS).isLessThan(20);
            assertThat(closed.valueAt(99.9) / MILLIS).isLessThan(20);
        }
    }

    private interface Slice {
        LoadReading run() throws MeasurementFailure;
    }

    /** The latencies of a slice in whose middle the server is stopped for 150 ms. */
    private static Latencies stalled(Slice slice) throws Exception {
        Thread stopper = Thread.ofPlatform().start(() -> {
            try {
                Thread.sleep(5_000);
                signal("STOP");
                Thread.sleep(150);
                signal("CONT");
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        LoadReading reading = slice.run();
        stopper.join();
        assertThat(reading.offering().slice().errors()).isZero();
        assertThat(reading.offering().refused()).isZero();
        return reading.offering().slice().latencies();
    }

    private static void signal(String name) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + name));
        servers().map(process -> Long.toString(process.pid())).forEach(command::add);
        assertThat(command).as("processes of the server").hasSizeGreaterThan(10);
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static Stream<ProcessHandle> servers() {
        return ProcessHandle.current().descendants()
                .filter(process -> process.info().command().orElse("").endsWith("/postgres"));
    }

    private static String words(Latencies latencies) {
        return String.format(Locale.ROOT, "%d operations, p50 %.2f, p99 %.1f, p99.9 %.1f, max %.1f ms",
                latencies.count(), latencies.valueAt(50) / MILLIS, latencies.valueAt(99) / MILLIS,
                latencies.valueAt(99.9) / MILLIS, latencies.valueAt(100) / MILLIS);
    }

    private Contender contender(String client) {
        ClientId id = ClientId.of(client);
        return new Contender(id, ArmSetup.of(resolver.resolve(id.stack(),
                Candidates.load().rootCoordinates(id.stack()), new TreeMap<>()), Jdk.running()));
    }

    @AfterAll
    void end() {
        experiment.close();
        resolver.close();
    }
}
