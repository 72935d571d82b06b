package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.http.ServiceRequest;
import dev.regatta.load.Threading;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Slice;
import dev.regatta.relay.Relay;
import dev.regatta.untimed.CountingRelay;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Every service is built, starts beside a filled PostgreSQL, and answers each of its requests with the rows of the
 * dataset. What it takes is printed. It takes minutes, and more where Maven has to download the frameworks first.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServicesIT {

    private static final int CHECKED = 50;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int WARM_UP = 3;
    private static final int SMALL_POOL = 5;
    /** A service of the page, with the size of what is deployed, and statements and round trips for each {@code worlds}. */
    private static final Pattern ROW = Pattern.compile("\\| `(\\S+)` \\| (\\d+) MB \\| (\\d+), (\\d+) \\|");

    private final ServiceBench bench = new ServiceBench();
    private final Map<String, MatchResult> page = new TreeMap<>();

    static List<WebService> services() {
        return WebService.all();
    }

    @BeforeAll
    void head() throws IOException {
        Files.readAllLines(Path.of("docs", "services.md")).stream().map(ROW::matcher).filter(Matcher::matches)
                .forEach(row -> page.put(row.group(1), row.toMatchResult()));
        assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(
                services().stream().map(WebService::toString).toList());
        System.out.println(
                "| service | deployed | start | private memory | request | requests/s | service CPU per request |");
        System.out.println("|---|---|---|---|---|---|---|");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("services")
    void answersWithTheRowsOfTheDataset(WebService service) throws MeasurementFailure {
        Endpoint database = bench.database().endpoint();
        BuiltService built = bench.built(service);
        assertThat(built.size() / 1e6).as("MB on the page").isCloseTo(told(service, 2), within(1.0));
        ServiceFork fork = bench.fork(service);
        for (ServiceRequest request : ServiceRequest.values()) {
            String workload = request.workload().id();
            fork.open(workload, database, ServiceBench.IN_FLIGHT);
            fork.check(workload, CHECKED, 1);
            for (int slice = 0; slice < WARM_UP; slice++) {
                fork.run(SECOND, slice);
            }
            Slice slice = fork.run(SECOND, WARM_UP).slice();
            Footprint footprint = fork.inspect(SECOND / 10, WARM_UP + 1);
            assertThat(slice.operations()).isPositive();
            assertThat(slice.cpuNanos()).isPositive();
            System.out.printf(Locale.ROOT, "| `%s` | %.0f MB | %.1f s | %.0f MiB | `%s` | %.0f | %.0f us |%n", service,
                    built.size() / 1e6, fork.startTime().toMillis() / 1e3,
                    footprint.privateBytes().orElseThrow() / (double) (1 << 20), request.id(), slice.throughput(),
                    slice.cpuNanosPerOperation() / 1e3);
        }
        fork.close();
    }

    /**
     * A select per row and no other, on connections of a pool if there is one: what a framework adds, such as
     * transactions, is printed, and is what docs/services.md says of {@code worlds}.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("services")
    void asksTheDatabaseOncePerRow(WebService service) throws MeasurementFailure, IOException {
        Endpoint database = bench.database().endpoint();
        try (Relay relay = CountingRelay.to(database, Duration.ZERO)) {
            Endpoint near = CountingRelay.through(relay, database);
            ServiceFork fork = bench.fork(service);
            for (ServiceRequest request : ServiceRequest.values()) {
                String workload = request.workload().id();
                fork.open(workload, near, 1);
                fork.check(workload, CHECKED, 1);
                var before = relay.quietTraffic();
                long selectsBefore = selects(relay);
                fork.check(workload, CHECKED, 2);
                var seen = relay.quietTraffic().since(before);
                double selects = (selects(relay) - selectsBefore) / (double) CHECKED;
                System.out.printf(Locale.ROOT,
                        "%s %s: %.2f selects, %.2f statements, %.2f round trips, %.2f connections per request%n",
                        service, request.id(), selects, seen.statements() / (double) CHECKED,
                        seen.roundTrips() / (double) CHECKED, seen.connections() / (double) CHECKED);
                if (service.pool().isPresent()) {
                    assertThat(seen.connections()).isLessThan(CHECKED / 5);
                } else {
                    assertThat(seen.connections()).isGreaterThanOrEqualTo(CHECKED);
                }
                // A session that has read a row does not ask for it again: ids may be drawn twice.
                assertThat(selects).isBetween(0.97 * Math.max(1, request.keys()), 1.0 * Math.max(1, request.keys()));
                if (request == ServiceRequest.WORLDS) {
                    assertThat(seen.statements() / (double) CHECKED).as("statements on the page")
                            .isCloseTo(told(service, 3), withinPercentage(3));
                    assertThat(seen.roundTrips() / (double) CHECKED).as("round trips on the page")
                            .isCloseTo(told(service, 4), withinPercentage(3));
                }
            }
            fork.close();
        }
    }

    static List<WebService> pooled() {
        return services().stream().filter(service -> service.pool().isPresent()).toList();
    }

    /** A framework may open more at first than a small pool may have, and does not start then. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("pooled")
    void itsPoolIsAsLargeAsWasAskedFor(WebService service) throws MeasurementFailure, IOException {
        Endpoint database = bench.database().endpoint();
        try (Relay relay = CountingRelay.to(database, Duration.ZERO)) {
            ServiceFork fork = bench.fork(service, service.client().with(SMALL_POOL));
            fork.open(ServiceRequest.WORLDS.workload().id(), CountingRelay.through(relay, database),
                    ServiceBench.IN_FLIGHT);
            assertThat(fork.run(SECOND, 1).slice().operations()).isPositive();
            assertThat(relay.traffic().connections()).isEqualTo(SMALL_POOL);
            fork.close();
        }
    }

    /** A property that a framework has renamed would be silently without effect. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("services")
    void itsThreadsAreOfTheKindInItsName(WebService service) throws Exception {
        ServiceFork fork = bench.fork(service);
        fork.open(ServiceRequest.WORLDS.workload().id(), bench.database().endpoint(), ServiceBench.IN_FLIGHT);
        fork.run(SECOND, 1);
        Path dump = Path.of("target", "services", "threads-" + service.client().toString().replace('/', '-') + ".txt")
                .toAbsolutePath();
        boolean expected = service.client().threading() == Threading.VIRTUAL;
        long virtual;
        try (var loading = Executors.newSingleThreadExecutor()) {
            Future<?> load = loading.submit(() -> fork.run(2 * SECOND, 2));
            // A dump is of a moment, in which no request may be under way.
            do {
                Thread.sleep(200);
                virtual = virtualThreads(fork.pid(), dump);
            } while (expected && virtual == 0 && !load.isDone());
            load.get();
        }
        fork.close();
        if (expected) {
            assertThat(virtual).isPositive();
        } else {
            assertThat(virtual).isZero();
        }
    }

    private long virtualThreads(long process, Path dump) throws Exception {
        Process told = new ProcessBuilder(bench.jdk.launcher().resolveSibling("jcmd").toString(),
                Long.toString(process), "Thread.dump_to_file", "-overwrite", dump.toString())
                .redirectErrorStream(true).start();
        assertThat(told.waitFor()).as(new String(told.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isZero();
        return Files.readAllLines(dump).stream().filter(line -> line.matches("#\\d+ \".*\" virtual.*")).count();
    }

    /** What the page says of a service. */
    private double told(WebService service, int column) {
        return Double.parseDouble(page.get(service.toString()).group(column));
    }

    private static long selects(Relay relay) {
        return relay.statements().entrySet().stream()
                .filter(statement -> statement.getKey().toLowerCase(Locale.ROOT).contains("select")
                        && statement.getKey().toLowerCase(Locale.ROOT).matches("(?s).*\\b(world|person)\\b.*"))
                .mapToLong(Map.Entry::getValue).sum();
    }

    @Test
    void ofADatabaseThatRefusesItTheLogsLastWordsAreTold() throws MeasurementFailure {
        Endpoint right = bench.database().endpoint();
        var wrong = new Endpoint(right.dialect(), right.host(), right.port(), right.database(), right.user(), "wrong");
        BuiltService built = bench.built(WebService.of("spring-mvc+jdbc"));
        assertThatThrownBy(() -> ServiceProcess.start(built, wrong,
                new ServiceProcess.Start(Optional.empty(), List.of(),
                        bench.jdk, List.of(), Path.of("target", "services", "refused.log").toAbsolutePath(),
                        Duration.ofSeconds(30))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the service spring-mvc+jdbc/platform was not ready within 30 s")
                .hasMessageContaining("password authentication failed");
    }

    @AfterAll
    void end() {
        bench.close();
    }
}
