package dev.regatta.explore;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.host.Placement;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Fingerprint;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Surroundings;
import dev.regatta.protocol.Threads;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;

/**
 * Clients that serve one operation at a time, each for an exponentially distributed time (M/M/1), and forks that differ
 * by some percent: what they carry within a limit of latency is known.
 */
final class SimulatedBench implements LoadBench {

    private static final double FORK_SCATTER = 0.02;
    /** 20 us of one operation. */
    private static final Latencies LATENESS = new Latencies(new int[]{5_346}, new int[]{1});

    private final Map<ClientId, Double> perSecond = new TreeMap<>();
    private final Random random;
    /** What was measured, as {@code client kind}. */
    final List<String> asked = new ArrayList<>();
    /** How long each window of offered load was, with the time in which it built up. */
    final List<Duration> windows = new ArrayList<>();
    /** How fast the machine is, slice by slice of closed loops, as a share of what it can be. */
    DoubleSupplier machine = () -> 1;
    /** In so many slices the JVM still compiles. */
    int cold;
    /** Whether contenders are started on their own, as services are. */
    boolean services;
    /** After so many slices one fails. */
    int failingAfter = Integer.MAX_VALUE;

    SimulatedBench(long seed) {
        random = new Random(seed);
    }

    /** Adds a client that serves so many operations per second. */
    Contender client(String name, double operations) {
        ClientId id = ClientId.of(name);
        perSecond.put(id, operations);
        return new Contender(id, ArmSetup.of(
                new ResolvedRecipe(new Recipe(id.stack(), List.of(), new TreeMap<>()), List.of()), Jdk.running()));
    }

    @Override
    public Placement placement() {
        return Placement.of("client=0 database=1");
    }

    @Override
    public Fingerprint fingerprint() {
        return new Fingerprint(new TreeMap<>(Map.of("cpu.model", "simulated")));
    }

    @Override
    public boolean starts() {
        return services;
    }

    @Override
    public StartReading start(Contender contender, int number) {
        asked.add("start " + contender.client());
        return new StartReading(contender.client(), number, 2_000_000_000L + 10_000_000L * number, 23_000_000);
    }

    @Override
    public LoadSet set(int number) {
        Map<ClientId, Double> forks = new HashMap<>();
        perSecond.forEach((client, rate) -> forks.put(client, rate * fork()));
        return new Set(forks);
    }

    private double fork() {
        return Math.exp(FORK_SCATTER * random.nextGaussian());
    }

    private final class Set implements LoadSet {
        private final Map<ClientId, Double> forks;
        private final Map<ClientId, Conditions> open = new HashMap<>();

        Set(Map<ClientId, Double> forks) {
            this.forks = forks;
        }

        @Override
        public void open(Contender contender, String workload, Conditions setting, boolean offered, long seed) {
            open.put(contender.client(), setting);
            forks.computeIfAbsent(contender.client(), sized -> perSecond.get(
                    new ClientId(sized.stack(), Optional.empty(), sized.threading(), sized.jdk())) * fork());
            asked.add("open " + contender.client() + " " + setting.inFlight());
        }

        @Override
        public LoadReading closed(Contender contender, long nanos, long seed) throws MeasurementFailure {
            Conditions setting = open.get(contender.client());
            asked.add("closed " + contender.client());
            failing();
            double rate = forks.get(contender.client())
                    * Math.min(1, Math.min(setting.pool(), setting.inFlight()) / 8.0)
                    * machine.getAsDouble();
            var latencies = new Histogram(60_000_000_000L, 3);
            if (rate > 0) {
                latencies.recordValueWithCount((long) (setting.inFlight() * 1e9 / rate), (long) (rate * nanos / 1e9));
            }
            return reading(nanos, rate * nanos / 1e9, (int) (rate * nanos / 1e9), 0, latencies);
        }

        @Override
        public LoadReading offer(Contender contender, double rate, Arrivals arrivals, long nanos, long dropNanos,
                long seed) throws MeasurementFailure {
            asked.add("offer " + contender.client());
            windows.add(Duration.ofNanos(nanos));
            failing();
            double served = forks.get(contender.client());
            var latencies = new Histogram(60_000_000_000L, 3);
            long[] due = arrivals.schedule(rate, nanos, seed);
            double free = 0;
            long ended = 0;
            long offered = 0;
            for (long at : due) {
                free = Math.max(free, at) - Math.log(1 - random.nextDouble()) * 1e9 / served;
                if (at >= dropNanos) {
                    offered++;
                    latencies.recordValue((long) (free - at));
                }
                if (free >= dropNanos && free < nanos) {
                    ended++;
                }
            }
            return reading(nanos - dropNanos, ended, due.length, offered, latencies);
        }

        private void failing() throws MeasurementFailure {
            if (failingAfter-- <= 0) {
                throw new MeasurementFailure("planted");
            }
        }

        private LoadReading reading(long nanos, double operations, int all, long offered, Histogram latencies) {
            Slice slice = new Slice(operations, nanos, Math.max(all, (int) Math.ceil(operations)), 30_000L * all, 0, 0,
                    "", cold-- > 0 ? nanos / 8_000_000 : 0, Latencies.of(latencies));
            return new LoadReading(new Offering(slice, Math.max(offered, 0), 0, 1, LATENESS),
                    new Surroundings(nanos, OptionalLong.of(20_000L * all), OptionalDouble.of(0),
                            OptionalDouble.of(0), OptionalDouble.of(0), 0),
                    0);
        }

        @Override
        public Footprint footprint(Contender contender, long seed) {
            asked.add("footprint " + contender.client());
            return new Footprint(OptionalLong.of(100_000_000), OptionalLong.of(110_000_000),
                    new Threads(12, Collections.emptySortedMap()));
        }

        @Override
        public void close() {
            asked.add("close");
        }
    }
}
