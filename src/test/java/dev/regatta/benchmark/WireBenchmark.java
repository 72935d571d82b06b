package dev.regatta.benchmark;

import dev.regatta.client.wire.WireConnection;
import dev.regatta.client.wire.WireStatement;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Is the raw-wire reference a floor? Races it against {@code pgbench -n -S -M prepared -c 4 -j 1} with the same query on the
 * same server, in turns, and prints both and their ratio. Exits with 1 if the median ratio is below {@value #REQUIRED}.
 *
 * <pre>
 * pgbench -i -s 1 …                       once, to create the tables
 * PGPASSWORD=… .ci/wire-benchmark host port database user [rounds] [seconds]
 * </pre>
 */
public final class WireBenchmark {

    private static final double REQUIRED = 0.9;
    private static final int CONNECTIONS = 4;
    private static final int ACCOUNTS = 100_000;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");

    private final Endpoint endpoint;
    private final double seconds;

    private WireBenchmark(Endpoint endpoint, double seconds) {
        this.endpoint = endpoint;
        this.seconds = seconds;
    }

    /** Runs the command; see the class. */
    public static void main(String[] arguments) throws Exception {
        String password = System.getenv("PGPASSWORD");
        if (arguments.length < 4 || password == null) {
            System.err.println("usage: PGPASSWORD=… wire-benchmark host port database user [rounds] [seconds]");
            System.exit(2);
        }
        int rounds = arguments.length > 4 ? Integer.parseInt(arguments[4]) : 5;
        int seconds = arguments.length > 5 ? Integer.parseInt(arguments[5]) : 3;
        var endpoint = new Endpoint(Dialect.POSTGRESQL, arguments[0], Integer.parseInt(arguments[1]), arguments[2],
                arguments[3], password);
        var benchmark = new WireBenchmark(endpoint, seconds);
        benchmark.wire();
        var ratios = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double pgbench = benchmark.pgbench();
            double wire = benchmark.wire();
            ratios[round] = wire / pgbench;
            System.out.printf("round %d   wire %,9.0f ops/s   pgbench %,9.0f ops/s   wire/pgbench %.3f%n", round + 1,
                    wire, pgbench, ratios[round]);
        }
        Arrays.sort(ratios);
        double median = (ratios[(rounds - 1) / 2] + ratios[rounds / 2]) / 2;
        System.out.printf("median wire/pgbench %.3f of %d rounds of %d s each, %d connections; required %.2f%n", median,
                rounds, seconds, CONNECTIONS, REQUIRED);
        System.exit(median >= REQUIRED ? 0 : 1);
    }

    /** Operations per second of the wire client, one platform thread for each connection. */
    private double wire() throws Exception {
        var query = new Reading("pgbench", "pgbench's select-only script", Map.of(Dialect.POSTGRESQL,
                "SELECT abalance FROM pgbench_accounts WHERE aid = ?"), true, 1, 1, 1, (key, column) -> 0);
        var connections = new ArrayList<WireConnection>();
        var loops = new ArrayList<Callable<Long>>();
        try (var threads = Executors.newFixedThreadPool(CONNECTIONS)) {
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.add(WireConnection.connect(endpoint));
                loops.add(loop(connections.get(i).prepare(query), query, i));
            }
            long started = System.nanoTime();
            long operations = 0;
            for (var loop : threads.invokeAll(loops)) {
                operations += loop.get();
            }
            return operations * 1e9 / (System.nanoTime() - started);
        } finally {
            connections.forEach(WireConnection::close);
        }
    }

    private Callable<Long> loop(WireStatement statement, Reading query, int seed) {
        return () -> {
            var random = new SplittableRandom(seed);
            var keys = new int[1];
            long deadline = System.nanoTime() + (long) (seconds * 1e9);
            long operations = 0;
            while (System.nanoTime() < deadline) {
                keys[0] = 1 + random.nextInt(ACCOUNTS);
                if (statement.execute(keys) != query.expected(keys)) {
                    throw new IOException("account " + keys[0] + " was not read: run pgbench -i -s 1 first");
                }
                operations++;
            }
            return operations;
        };
    }

    /** Transactions per second as pgbench reports them, connection time left out. */
    private double pgbench() throws IOException, InterruptedException {
        var command = List.of("pgbench", "-n", "-S", "-M", "prepared", "-c", Integer.toString(CONNECTIONS), "-j", "1",
                "-T", Long.toString(Math.round(seconds)), "-h", endpoint.host(), "-p",
                Integer.toString(endpoint.port()), "-U", endpoint.user(), endpoint.database());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var tps = TPS.matcher(output);
        if (process.waitFor() != 0 || !tps.find()) {
            throw new IOException("pgbench failed: " + output.strip());
        }
        return Double.parseDouble(tps.group(1));
    }
}
