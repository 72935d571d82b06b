package dev.regatta.service;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.ForkSource;
import dev.regatta.fork.HarnessJars;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Worker;
import dev.regatta.host.Placement;
import dev.regatta.host.ProcessTree;
import dev.regatta.host.Scheduling;
import dev.regatta.http.GeneratorMain;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Jdk;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arms of races between services: each is a fresh process of its own on the client's CPUs, with a generator on the
 * database's. They share their CPUs with others, as a service with many threads does where it is deployed: in real time
 * a thread that wakes up would wait for those that run.
 */
public final class ServiceForks implements ForkSource, AutoCloseable {

    private static final Duration GENERATOR_LIMIT = Duration.ofSeconds(60);

    private final Serving arms;
    private final Placement placement;
    private final Path logs;
    private final AnswerTimeouts timeouts;
    private final Jdk jdk;
    private final boolean countsErrors;
    private final Map<ServiceFork, ProcessTree> running = new LinkedHashMap<>();
    /** How many forks had each name. */
    private final Map<String, Integer> names = new HashMap<>();
    private long endedNanos;

    /** What runs as an arm, or under a name where all are one arm; empty if nothing does. */
    private interface Serving {
        Optional<ServiceArm> of(Arm arm, ClientId client);
    }

    /**
     * Forks of these arms. A request that fails ends their race.
     *
     * @param jdk the run time of generators
     */
    ServiceForks(Map<Arm, ServiceArm> arms, Placement placement, Path logs, AnswerTimeouts timeouts, Jdk jdk) {
        this((arm, client) -> Optional.ofNullable(arms.get(arm)), placement, logs, timeouts, jdk,
                false);
    }

    /**
     * Forks of these services, told apart by their names. Requests that fail are counted, as under a load that is too large.
     *
     * @param jdk the run time of generators
     */
    public ServiceForks(Collection<ServiceArm> services, Placement placement, Path logs, AnswerTimeouts timeouts,
            Jdk jdk) {
        this((arm, client) -> services.stream().filter(served -> served.client().equals(client)).findFirst(), placement,
                logs, timeouts, jdk, true);
    }

    private ServiceForks(Serving arms, Placement placement, Path logs, AnswerTimeouts timeouts, Jdk jdk,
            boolean countsErrors) {
        this.arms = arms;
        this.placement = placement;
        this.logs = logs;
        this.timeouts = timeouts;
        this.jdk = jdk;
        this.countsErrors = countsErrors;
    }

    @Override
    public synchronized Fork of(Dialect database, ClientId client, Arm arm, int set, ArmSetup setup)
            throws MeasurementFailure {
        ServiceArm served = arms.of(arm, client)
                .orElseThrow(() -> new MeasurementFailure("there is no service for the " + arm + " arm"));
        Optional<ServiceFork> known = running.keySet().stream().filter(fork -> fork.is(arm, set, served))
                .filter(Fork::alive).findFirst();
        return known.isPresent() ? known.get() : start(arm, set, served);
    }

    /**
     * What a fresh process of a service takes from its start to its first right answer, on the client's CPUs.
     *
     * @throws MeasurementFailure with the last words of its log, if it does not answer in time
     */
    public Duration startTime(ServiceArm served, Endpoint database) throws MeasurementFailure {
        try (ServiceProcess process = ServiceFork.process(served, database, placement,
                log(name(Arm.CANDIDATE, 0, served)))) {
            return process.start();
        }
    }

    private static String name(Arm arm, int set, ServiceArm served) {
        return served.client().toString().replace('/', '-') + "-" + arm + "-" + set;
    }

    private Path log(String name) {
        return logs.resolve("service-" + name + ".log");
    }

    /** A fresh fork, whose service is yet to start. */
    synchronized ServiceFork start(Arm arm, int set, ServiceArm served) throws MeasurementFailure {
        String plain = name(arm, set, served);
        int known = names.merge(plain, 1, Integer::sum);
        // Every request begins with the first set, and a verdict about an earlier one names its log.
        String name = known == 1 ? plain : plain + "-" + known;
        Worker generator = Worker.start("generator-" + name,
                HarnessJars.besideTheServer(placement, jdk, GeneratorMain.class),
                logs.resolve("generator-" + name + ".log"),
                GENERATOR_LIMIT);
        var fork = new ServiceFork(arm, set, served, placement,
                log(name), timeouts, countsErrors, generator);
        running.put(fork, new ProcessTree(Path.of("/proc"), fork.generatorPid()));
        return fork;
    }

    /**
     * What the requests of a service ask of its database, counted with a process of its own.
     *
     * @throws MeasurementFailure if it does not start, or answers wrongly
     */
    Untimed count(Arm arm, ServiceArm served, String workload, Endpoint database, Duration hold)
            throws MeasurementFailure {
        ServiceFork fork = start(arm, 0, served);
        try {
            return RequestCounts.of(fork, workload, database, hold);
        } finally {
            end(fork);
        }
    }

    /** CPU nanoseconds of all generators so far: they run beside the database. */
    public synchronized long generatorNanos() {
        return endedNanos + running.values().stream().mapToLong(tree -> tree.cpuNanos().orElse(0)).sum();
    }

    /** No fork is kept from one cell to the next: those of its last set are ended before another set starts. */
    @Override
    public void renew(int set) {
        close();
    }

    @Override
    public void spread(Fork fork) throws MeasurementFailure {
        ((ServiceFork) fork).spread();
    }

    @Override
    public void gather(Fork fork) throws MeasurementFailure {
        ((ServiceFork) fork).gather();
    }

    @Override
    public void schedule(Fork fork, Scheduling way) {
        // Shared, whatever a worker would run in.
    }

    @Override
    public void release(Collection<Fork> set, boolean kept) {
        set.forEach(this::end);
    }

    private synchronized void end(Fork fork) {
        ProcessTree tree = running.remove(fork);
        if (tree != null) {
            endedNanos += tree.cpuNanos().orElse(0);
        }
        fork.close();
    }

    @Override
    public synchronized void killAll() {
        endedNanos = generatorNanos();
        running.keySet().forEach(Fork::kill);
        running.clear();
    }

    @Override
    public synchronized void close() {
        List.copyOf(running.keySet()).forEach(this::end);
    }
}
