package dev.regatta.benchmark;

import dev.regatta.database.Database;
import dev.regatta.database.DatabaseMode;
import dev.regatta.database.Databases;
import dev.regatta.host.Placement;
import dev.regatta.worker.HarnessOverhead;
import dev.regatta.workload.Dialect;

import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The two numbers the suite stands on: the raw-wire reference against pgbench, and the harness's own cost per
 * operation. A command and not a test, because a number of one moment must not decide a build. See
 * {@code .ci/benchmark}.
 */
public final class Benchmark {

    private static final double WIRE_REQUIRED = 0.9;
    private static final double OVERHEAD_ALLOWED_NANOS = 200;

    private Benchmark() {
    }

    /** Takes {@code [rounds] [seconds per round]}; exits 1 when a number misses its mark. */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 5;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Placement placement = Placement.detect();
        WireRace.Ratios ratios;
        try (Database database = Databases.start(Dialect.POSTGRESQL, DatabaseMode.EMBEDDED, placement,
                name -> Optional.empty(), System.out::println)) {
            System.out.println(database.describe() + "; clients: " + placement.asFact());
            pinTo(placement);
            ratios = new WireRace(database.endpoint(), placement, seconds).race(rounds);
        }
        double overhead = HarnessOverhead.nanosPerOperation();
        System.out.printf(Locale.ROOT,
                "wire / pgbench, a thread for each connection: median %.3f of %d rounds of %d s (at least %.2f); "
                        + "pgbench with one thread: %.3f%n",
                ratios.sameThreads(), rounds, seconds, WIRE_REQUIRED, ratios.oneThread());
        System.out.printf(Locale.ROOT, "harness overhead: %.0f ns per operation at 1 thread (below %.0f)%n", overhead,
                OVERHEAD_ALLOWED_NANOS);
        System.exit(ratios.sameThreads() >= WIRE_REQUIRED && overhead < OVERHEAD_ALLOWED_NANOS ? 0 : 1);
    }

    /** Moves this JVM to the client CPUs, where a worker would be. */
    private static void pinTo(Placement placement) throws IOException, InterruptedException {
        if (placement.clientCpus().isEmpty()) {
            return;
        }
        String cpus = placement.clientCpus().stream().map(String::valueOf).collect(Collectors.joining(","));
        int code = new ProcessBuilder("taskset", "-a", "-c", "-p", cpus, Long.toString(ProcessHandle.current().pid()))
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor();
        if (code != 0) {
            throw new IOException("taskset could not move this JVM to CPUs " + cpus);
        }
    }
}
