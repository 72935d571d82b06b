package dev.regatta.explore;

import dev.regatta.fork.Fork;
import dev.regatta.fork.ForkSource;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.WarmUp;
import dev.regatta.load.Arrivals;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.Latencies;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Slice;
import dev.regatta.race.ObservedServer;
import dev.regatta.race.Observer;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** A set of real forks: of workers, or of services. */
public final class ForkedLoadSet implements LoadSet {

    private static final long INSPECTED_NANOS = 200_000_000;
    private static final double CLOSED = 0;
    /** Loads of the warm-up, as shares of what a closed loop carries, and a closed loop itself. */
    private static final double[] WARMING_SHARES = {0.5, 1.1, 0.1, CLOSED};
    private static final long OFFER_NANOS = 250_000_000;
    private static final int MOST_OFFERS = 24;
    /** The warm-up ends after one slice of each load in a row with less compilation than this. */
    private static final long QUIET_MILLIS = 15;

    private final Dialect dialect;
    private final int number;
    private final ForkSource forks;
    private final Servers servers;
    private final Map<Contender, Fork> running = new HashMap<>();
    private final Map<Contender, ObservedServer> places = new HashMap<>();

    /** The server, as far away as is wanted. */
    public interface Servers {
        /** The same each time for the same latency: it remembers what it saw of earlier slices. */
        ObservedServer at(Duration latency) throws MeasurementFailure;
    }

    /**
     * A set whose forks start when their contenders are opened.
     *
     * @param number 1-based, of the set
     * @param forks  where they come from
     */
    public ForkedLoadSet(Dialect dialect, int number, ForkSource forks, Servers servers) {
        this.dialect = dialect;
        this.number = number;
        this.forks = forks;
        this.servers = servers;
    }

    @Override
    public void open(Contender contender, String name, Conditions setting, boolean offered, long seed)
            throws MeasurementFailure {
        Workload workload = Workloads.of(name);
        ClientId client = contender.client();
        ObservedServer server = servers.at(setting.latency());
        Fork fork = forks.of(dialect, client, Arm.CANDIDATE, number, contender.setup());
        running.put(contender, fork);
        places.put(contender, server);
        forks.spread(fork);
        // The pool of a service is its own, whatever is in flight.
        boolean sized = setting.pool() < setting.inFlight()
                && Stacks.find(client.stack()).filter(stack -> stack.pool().sized()).isPresent();
        fork.open(sized ? client.with(setting.pool()) : client, workload.id(), server.endpoint(), setting.inFlight());
        fork.reset(workload, server.endpoint());
        fork.check(workload.id(), Fork.checkedOperations(workload, setting.pool()), seed);
        fork.reset(workload, server.endpoint());
        WarmUp warmUp = fork.warmUpFor(workload.id(), false);
        for (int round = 0; !warmUp.over(); round++) {
            fork.warm(warmUp, workload.id(), seed + round);
        }
        fork.started(warmUp, workload.id());
        forks.gather(fork);
        if (offered) {
            warmByOffers(fork, warmUp.throughput(), seed);
        }
        fork.reset(workload, server.endpoint());
    }

    /**
     * Warms a fork up with each kind of load. An open loop runs other code than a closed loop and waits in other
     * places, so the JVM throws away much of the code that it compiled for one kind of load when another kind begins.
     */
    private static void warmByOffers(Fork fork, double capacity, long seed) throws MeasurementFailure {
        int quiet = 0;
        for (int round = 0; round < MOST_OFFERS && quiet < WARMING_SHARES.length; round++) {
            double share = WARMING_SHARES[round % WARMING_SHARES.length];
            Slice slice = share == CLOSED
                    ? fork.run(OFFER_NANOS, seed + round).slice()
                    : fork.offer(Math.max(1, share * capacity), Arrivals.POISSON, OFFER_NANOS, 0, seed + round)
                            .offering().slice();
            quiet = slice.compileMillis() < QUIET_MILLIS ? quiet + 1 : 0;
        }
    }

    @Override
    public LoadReading closed(Contender contender, long nanos, long seed) throws MeasurementFailure {
        Fork fork = running.get(contender);
        return observed(contender, () -> fork.run(nanos, seed),
                slice -> new Offering(slice, slice.allOperations(), 0, 0, Latencies.NONE));
    }

    @Override
    public LoadReading offer(Contender contender, double rate, Arrivals arrivals, long nanos, long dropNanos, long seed)
            throws MeasurementFailure {
        Fork fork = running.get(contender);
        var offered = new AtomicReference<Offering>();
        return observed(contender, () -> {
            Answer.Offered answer = fork.offer(rate, arrivals, nanos, dropNanos, seed);
            offered.set(answer.offering());
            return new Answer.Ran(answer.offering().slice(), answer.processNanos());
        }, slice -> offered.get());
    }

    private LoadReading observed(Contender contender, Observer.Timed timed, Function<Slice, Offering> offering)
            throws MeasurementFailure {
        ObservedServer server = places.get(contender);
        long before = server.relayNanos();
        ArmSlice slice = server.observe(Arm.CANDIDATE, timed);
        return new LoadReading(offering.apply(slice.slice()), slice.surroundings(), server.relayNanos() - before);
    }

    @Override
    public Footprint footprint(Contender contender, long seed) throws MeasurementFailure {
        return running.get(contender).inspect(INSPECTED_NANOS, seed);
    }

    @Override
    public void close() {
        forks.release(new ArrayList<>(running.values()), false);
        running.clear();
    }
}
