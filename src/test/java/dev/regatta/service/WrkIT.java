package dev.regatta.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.ShortCommand;
import dev.regatta.http.ServiceRequest;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Slice;
import dev.regatta.stats.Median;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The generator against {@code wrk}, the load generator of the field, on one service at saturation, in turns: the same
 * throughput within 5 %, and at most 1.3 times its CPU time for each request. It needs {@code wrk}, a package of most
 * distributions.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WrkIT {

    private static final int TURNS = 9;
    private static final int SECONDS = 2;
    private static final int WARM_UP = 20;
    private static final double THROUGHPUT = 0.05;
    private static final double CPU = 1.3;
    /** Of the CPUs of either side. Below saturation any two generators agree. */
    private static final double USED_UP = 0.85;
    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in");
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+([\\d.]+)");
    private static final Pattern TIMES = Pattern.compile("user=([\\d.]+) system=([\\d.]+)");

    private final ServiceBench bench = new ServiceBench();

    /** Throughput, and CPU nanoseconds for each request. */
    private record Load(double rate, double cpu) {}

    /** The shares of their CPUs that the service, and the database with the generator, use in our turns. */
    private final List<Double> used = new ArrayList<>();

    @Test
    void theGeneratorLoadsAServiceAsWrkDoes() throws MeasurementFailure, IOException {
        ServiceRequest request = ServiceRequest.PERSONS;
        ServiceFork fork = bench.fork(WebService.of("quarkus-rest+vertx-pg-client"));
        fork.open(request.workload().id(), bench.database().endpoint(), ServiceBench.IN_FLIGHT);
        for (int slice = 0; slice < WARM_UP; slice++) {
            fork.run(TimeUnit.SECONDS.toNanos(1), slice);
        }
        fork.gather();
        List<Load> ours = new ArrayList<>();
        List<Load> theirs = new ArrayList<>();
        String url = "http://127.0.0.1:" + fork.port() + request.path(new int[0]);
        for (int turn = 0; turn < TURNS; turn++) {
            if (turn % 2 == 0) {
                ours.add(generator(fork));
                theirs.add(wrk(url));
            } else {
                theirs.add(wrk(url));
                ours.add(generator(fork));
            }
        }
        double rate = ratio(ours, theirs, Load::rate);
        double cpu = ratio(ours, theirs, Load::cpu);
        System.out.printf(Locale.ROOT, "generator to wrk: throughput %.3f, CPU per request %.2f; %s, %s%n", rate, cpu,
                ours, theirs);
        System.out.println("used of the CPUs that bound the load: " + used);
        assertThat(Median.of(used.stream().mapToDouble(share -> share).toArray())).as("saturation")
                .isGreaterThan(USED_UP);
        assertThat(rate).isBetween(1 - THROUGHPUT, 1 + THROUGHPUT);
        assertThat(cpu).isLessThanOrEqualTo(CPU);
    }

    private Load generator(ServiceFork fork) throws MeasurementFailure {
        long start = Clock.nanos();
        long database = databaseNanos();
        long before = bench.forks.generatorNanos();
        Slice slice = fork.run(TimeUnit.SECONDS.toNanos(SECONDS), 1).slice();
        long generator = bench.forks.generatorNanos() - before;
        used.add(Math.max(slice.cpuNanosPerOperation() * slice.throughput() / TimeUnit.SECONDS.toNanos(1)
                / bench.placement.clientCpus().size(),
                (databaseNanos() - database + generator) / (double) (Clock.nanos() - start)
                        / bench.placement.databaseCpus().size()));
        return new Load(slice.throughput(), generator / (double) slice.allOperations());
    }

    private long databaseNanos() throws MeasurementFailure {
        return bench.database().processes().orElseThrow().cpuNanos().orElseThrow();
    }

    private Load wrk(String url) throws IOException {
        List<String> command = new ArrayList<>(bench.placement.databasePrefix());
        command.addAll(List.of("bash", "-c", "TIMEFORMAT='user=%U system=%S'; time wrk -t 1 -c "
                + ServiceBench.IN_FLIGHT + " -d " + SECONDS + "s " + url));
        ShortCommand wrk = ShortCommand.run(new ProcessBuilder(command).redirectErrorStream(true),
                Duration.ofMinutes(1));
        assertThat(wrk.exitCode()).as("wrk must be installed, as with `apt-get install wrk`: " + wrk.output()).isZero();
        assertThat(wrk.output()).doesNotContain("Non-2xx", "Socket errors");
        double requests = Double.parseDouble(found(REQUESTS, wrk.output()).group(1));
        Matcher times = found(TIMES, wrk.output());
        return new Load(Double.parseDouble(found(RATE, wrk.output()).group(1)),
                (Double.parseDouble(times.group(1)) + Double.parseDouble(times.group(2))) * 1e9 / requests);
    }

    private static Matcher found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return matcher;
    }

    /** The median of the ratios of neighbouring turns: a machine that changes its speed changes both. */
    private static double ratio(List<Load> ours, List<Load> theirs, ToDoubleFunction<Load> of) {
        return Median.of(IntStream.range(0, ours.size())
                .mapToDouble(turn -> of.applyAsDouble(ours.get(turn)) / of.applyAsDouble(theirs.get(turn))).toArray());
    }

    @AfterAll
    void end() {
        bench.close();
    }
}
