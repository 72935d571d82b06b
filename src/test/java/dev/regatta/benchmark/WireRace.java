package dev.regatta.benchmark;

import dev.regatta.client.wire.WireConnection;
import dev.regatta.client.wire.WireStatement;
import dev.regatta.host.Placement;
import dev.regatta.host.Scheduling;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Reading;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Is the raw-wire reference a floor? Races it against {@code pgbench -n -S -M prepared} with the same query and the
 * same number of connections on the same server and the same CPUs, by turns, and prints both. The reference has a
 * thread for each connection, so the yardstick is pgbench with as many threads ({@code -j}). pgbench with its default
 * of one thread for all connections races too: what one thread that is never asleep saves the server is a matter of
 * threading and not of the protocol, so it is shown and decides nothing.
 */
final class WireRace {

    private static final int CONNECTIONS = 4;
    private static final int ACCOUNTS = 100_000;
    private static final Pattern TPS = Pattern.compile("tps = ([0-9.]+)");

    private final Endpoint endpoint;
    private final Placement placement;
    private final int seconds;

    /** A race of {@code seconds} for each client and round; this JVM is already on the client CPUs. */
    WireRace(Endpoint endpoint, Placement placement, int seconds) {
        this.endpoint = endpoint;
        this.placement = placement;
        this.seconds = seconds;
    }

    /** The medians of wire / pgbench: with a thread for each connection, and with one thread for all. */
    record Ratios(double sameThreads, double oneThread) {}

    /** Creates pgbench's tables, races and prints each round. */
    Ratios race(int rounds) throws Exception {
        run("pgbench", "-i", "-q", "-s", "1");
        wire();
        var sameThreads = new double[rounds];
        var oneThread = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            double same = pgbench(CONNECTIONS);
            double wire = wire();
            double one = pgbench(1);
            sameThreads[round] = wire / same;
            oneThread[round] = wire / one;
            System.out.printf(Locale.ROOT,
                    "round %d   wire %,7.0f ops/s   pgbench -j %d %,7.0f (wire/pgbench %.3f)   -j 1 %,7.0f (%.3f)%n",
                    round + 1, wire, CONNECTIONS, same, sameThreads[round], one, oneThread[round]);
        }
        return new Ratios(median(sameThreads), median(oneThread));
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return (values[(values.length - 1) / 2] + values[values.length / 2]) / 2;
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
                    throw new IOException("account " + keys[0] + " was not read correctly");
                }
                operations++;
            }
            return operations;
        };
    }

    /** Transactions per second as pgbench reports them, connection time left out. */
    private double pgbench(int threads) throws IOException, InterruptedException {
        String output = run("pgbench", "-n", "-S", "-M", "prepared", "-c", Integer.toString(CONNECTIONS), "-j",
                Integer.toString(threads),
                "-T",
                Integer.toString(seconds));
        var tps = TPS.matcher(output);
        if (!tps.find()) {
            throw new IOException("pgbench names no throughput: " + output.strip());
        }
        return Double.parseDouble(tps.group(1));
    }

    private String run(String... pgbench) throws IOException, InterruptedException {
        var command = new ArrayList<>(placement.prefix(Scheduling.here()));
        command.addAll(List.of(pgbench));
        command.addAll(List.of("-h", endpoint.host(), "-p", Integer.toString(endpoint.port()), "-U", endpoint.user(),
                endpoint.database()));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PGPASSWORD", endpoint.password());
        var process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + output.strip());
        }
        return output;
    }
}
