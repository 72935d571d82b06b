package dev.regatta.service;

import dev.regatta.fork.AnswerTimeouts;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WarmUp;
import dev.regatta.fork.Worker;
import dev.regatta.fork.WrongResults;
import dev.regatta.host.Placement;
import dev.regatta.host.Scheduling;
import dev.regatta.host.SystemWrites;
import dev.regatta.host.ThreadPlacement;
import dev.regatta.load.Arrivals;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Offering;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Threads;
import dev.regatta.protocol.Timetable;
import dev.regatta.workload.Endpoint;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/**
 * An arm that is a service: its process, which is timed, and the generator that loads it from the database's CPUs. What
 * the generator sees is the arm's throughput and latencies, and the CPU time of a slice is that of the service.
 */
final class ServiceFork implements Fork {

    private static final Duration START_LIMIT = Duration.ofSeconds(90);
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(30);
    private static final Duration SHUT_LIMIT = Duration.ofSeconds(10);
    private static final double MILLI = 1e6;

    private final Arm arm;
    private final int set;
    private final ServiceArm served;
    private final Placement placement;
    private final Path log;
    private final AnswerTimeouts timeouts;
    private final boolean countsErrors;
    private final Worker generator;
    private Optional<ServiceProcess> service = Optional.empty();
    /** Where the database of the service that runs is. */
    private Optional<Endpoint> database = Optional.empty();
    /** How many requests it has had in flight. */
    private int inFlight;
    private long endNanos = Long.MAX_VALUE;
    private long cpuAtLastEnd;
    private long compiledAtLastEnd;

    /**
     * A fork whose service does not run yet: it starts when it is told where its database is.
     *
     * @param placement the service runs on the client's CPUs
     * @param log       receives what the service says
     * @param countsErrors whether requests that fail are counted, and do not end the measurement
     * @param generator loads it
     */
    ServiceFork(Arm arm, int set, ServiceArm served, Placement placement, Path log, AnswerTimeouts timeouts,
            boolean countsErrors, Worker generator) {
        this.arm = arm;
        this.set = set;
        this.served = served;
        this.placement = placement;
        this.log = log;
        this.timeouts = timeouts;
        this.countsErrors = countsErrors;
        this.generator = generator;
    }

    @Override
    public Arm arm() {
        return arm;
    }

    /** Whether it is this one. */
    boolean is(Arm wanted, int number, ServiceArm what) {
        return arm == wanted && set == number && served.equals(what);
    }

    @Override
    public String jdk() {
        return served.jdk().version();
    }

    boolean onVirtualThreads() {
        return served.client().onVirtualThreads();
    }

    /** That of the service: what is placed is what is timed. */
    @Override
    public long pid() {
        return running().pid();
    }

    /** The generator's process. */
    long generatorPid() {
        return generator.introduction().pid();
    }

    /** From the start of the service's process to its first right answer. */
    Duration startTime() {
        return running().start();
    }

    /** Where the service listens. */
    int port() {
        return running().address().getPort();
    }

    private ServiceProcess running() {
        return service.orElseThrow(() -> new IllegalStateException("the service of the " + arm + " arm does not run"));
    }

    @Override
    public void answersBy(long moment) {
        endNanos = moment;
    }

    /** Its JVM sees the client's CPUs only, and its compilers use all until it is {@linkplain #gather gathered}. */
    private void start(Endpoint there) throws MeasurementFailure {
        service.ifPresent(ServiceProcess::close);
        service = Optional.of(process(served, there, placement, log));
        database = Optional.of(there);
        cpuAtLastEnd = 0;
        compiledAtLastEnd = 0;
        spread();
    }

    /** A process of a service that has answered. */
    static ServiceProcess process(ServiceArm served, Endpoint database, Placement placement, Path log)
            throws MeasurementFailure {
        try {
            return ServiceProcess.start(served.built(), database, new ServiceProcess.Start(served.client().pool(),
                    placement.prefix(Scheduling.SHARED), served.jdk(), served.options(), log, START_LIMIT));
        } catch (IllegalStateException e) {
            throw new MeasurementFailure(e.getMessage(), log);
        }
    }

    /** Lets its compilers use all CPUs; one that does not run yet does so when it starts. */
    void spread() throws MeasurementFailure {
        if (service.isPresent()) {
            place(placement::everywhere);
        }
    }

    /** Leaves its compilers the client's CPUs only. */
    void gather() throws MeasurementFailure {
        place(placement::besideTheClient);
    }

    private void place(LongFunction<List<String>> command) throws MeasurementFailure {
        try {
            ThreadPlacement.moveCompilers(Path.of("/proc", Long.toString(pid())), command);
        } catch (IOException e) {
            throw new MeasurementFailure(running().death().orElse("the compiler threads of the service "
                    + served.built().service() + " cannot be placed: " + e.getMessage()), e);
        }
    }

    @Override
    public void open(String workload, Endpoint database, int connections) throws MeasurementFailure {
        open(served.client(), workload, database, connections);
    }

    /**
     * The service is the same for all workloads: only the generator opens its connections anew. On another way to the database,
     * or with another number of requests in flight, it is a fresh process: one keeps the memory that more of them needed.
     */
    @Override
    public void open(ClientId named, String workload, Endpoint there, int connections) throws MeasurementFailure {
        if (!database.equals(Optional.of(there)) || inFlight != connections) {
            start(there);
            inFlight = connections;
        }
        Endpoint address = new Endpoint(there.dialect(), running().address().getHostString(),
                running().address().getPort(), "none", "none", "none");
        ask(new Command.Open(named, workload, address, connections, Map.of()), Answer.Opened.class, OPEN_LIMIT);
        look();
    }

    /**
     * Asks the generator; of a failure, the service's end or the last words of its log tell more than the load does. A service
     * that hangs is no {@link Unanswered} fork, which could be worse or better than another: its cell is invalid.
     */
    private <A extends Answer> A ask(Command command, Class<A> expected, Duration limit) throws MeasurementFailure {
        try {
            return generator.ask(command, expected, AnswerTimeouts.within(limit, endNanos));
        } catch (MeasurementFailure e) {
            String told = told(e.getMessage());
            if (e instanceof Unanswered && running().death().isEmpty()) {
                // Its last words are told before, since they are hidden by its threads.
                running().writeThreads();
                told += "; the threads of the service stand behind that";
            }
            throw new MeasurementFailure(told, e);
        }
    }

    private String told(String failure) {
        return running().death().map(death -> death + " (seen as: " + failure + ")")
                .orElseGet(() -> failure + "; the service " + served.built().service() + " still runs"
                        + running().lastWords());
    }

    @Override
    public long check(String workload, int operations, long seed) throws MeasurementFailure {
        Answer.Checked checked = ask(new Command.Check(operations, seed), Answer.Checked.class,
                timeouts.checking(operations));
        WrongResults.none(checked.wrong(), who(),
                "of " + operations + " requests of " + workload + ", nothing was timed",
                checked.problem() + running().lastWords());
        return checked.digest();
    }

    /** Whose failure it is: in a race an arm's, of which an exploration has none. */
    private String who() {
        String name = "service " + served.built().service();
        return countsErrors ? name : arm + " arm, the " + name + ",";
    }

    @Override
    public long failures(String workload, int operations, long seed) {
        return 0;
    }

    @Override
    public Optional<Long> allocatedBytes(String workload, int operations, long seed) {
        return Optional.empty();
    }

    /** Each fork is fresh: a service is not kept for another cell. */
    @Override
    public WarmUp warmUpFor(String workload, boolean brief) {
        return WarmUp.ofFreshService();
    }

    @Override
    public void warm(WarmUp warmUp, String workload, long seed) throws MeasurementFailure {
        long start = Clock.nanos();
        Slice slice = run(Timetable.WARM_UP_SLICE_NANOS, seed).slice();
        warmUp.add(slice, Clock.nanos() - start);
    }

    @Override
    public ForkStart started(WarmUp warmUp, String workload) {
        return new ForkStart(arm, set, pid(), jdk(), "", List.of(), warmUp.slices(), warmUp.steady());
    }

    @Override
    public Answer.Ran run(long nanos, long seed) throws MeasurementFailure {
        long before = cpu();
        Answer.Ran ran = ask(new Command.Run(nanos, Timetable.DROPPED_NANOS, seed), Answer.Ran.class,
                timeouts.running(nanos));
        return new Answer.Ran(sound(ofTheService(ran.slice(), before)), Optional.of(look()));
    }

    @Override
    public Answer.Offered offer(double rate, Arrivals arrivals, long nanos, long dropNanos, long seed)
            throws MeasurementFailure {
        long before = cpu();
        Answer.Offered offered = ask(new Command.Offer(rate, arrivals, nanos, dropNanos, seed), Answer.Offered.class,
                timeouts.running(nanos));
        Offering seen = offered.offering();
        return new Answer.Offered(new Offering(sound(ofTheService(seen.slice(), before)), seen.offered(),
                seen.refused(), seen.mostInFlight(), seen.lateness()), Optional.of(look()));
    }

    private long cpu() throws MeasurementFailure {
        return running().cpuNanos().orElseThrow(() -> new MeasurementFailure(running().deathThatIsNear()
                .orElse("the CPU time of the service " + served.built().service() + " cannot be read")));
    }

    /** The same slice with the CPU time of the service, and with what it compiled since its last slice. */
    private Slice ofTheService(Slice slice, long cpuBefore) throws MeasurementFailure {
        long used = cpu() - cpuBefore;
        long compiled = running().compilerNanos();
        long compileMillis = (long) (Math.max(0, compiled - compiledAtLastEnd) / MILLI);
        compiledAtLastEnd = compiled;
        return new Slice(slice.operations(), slice.windowNanos(), slice.allOperations(), used, slice.errors(),
                slice.wrong(), slice.problem(), compileMillis, slice.latencies());
    }

    /** A slice with wrong answers, or with errors that do not count, ends the measurement with what the service said. */
    private Slice sound(Slice slice) throws MeasurementFailure {
        if (slice.wrong() > 0 || slice.errors() > 0 && !countsErrors) {
            throw new MeasurementFailure(told("the " + who() + " had " + slice.errors() + " errors and "
                    + slice.wrong() + " wrong answers in one slice, first: " + slice.problem()), log);
        }
        return slice;
    }

    /** CPU nanoseconds of the service since this was called last. */
    private long look() throws MeasurementFailure {
        long now = cpu();
        long since = now - cpuAtLastEnd;
        cpuAtLastEnd = now;
        return since;
    }

    @Override
    public Footprint inspect(long nanos, long seed) throws MeasurementFailure {
        run(nanos, seed);
        return new Footprint(running().privateBytes(), running().proportionalBytes(),
                Threads.of(running().threads()));
    }

    /**
     * Bytes of heap that its JVM allocates while a closed loop runs, those of its other threads included. Nothing of it may be
     * timed after that.
     *
     * @param warmUpNanos how long the loop runs before
     * @throws IOException          if its JVM does not tell
     * @throws MeasurementFailure if it ends, hangs or answers wrongly
     */
    Count allocated(long warmUpNanos, long nanos, long seed) throws IOException, MeasurementFailure {
        run(warmUpNanos, seed);
        try (ServiceAgent jvm = ServiceAgent.of(pid())) {
            OptionalLong before = jvm.allocatedBytes();
            Slice slice = run(nanos, seed + 1).slice();
            OptionalLong after = jvm.allocatedBytes();
            if (before.isEmpty() || after.isEmpty() || slice.allOperations() == 0) {
                throw new IOException("its JVM does not count what it allocates, or answered no request meanwhile");
            }
            return new Count(after.getAsLong() - before.getAsLong(), slice.allOperations());
        }
    }

    /**
     * How often its virtual threads are pinned while a closed loop runs. Nothing of it may be timed after that, nor what it
     * allocates be counted.
     *
     * @throws IOException          if its JVM does not tell
     * @throws MeasurementFailure if it ends, hangs or answers wrongly
     */
    Pins pinned(long nanos, long seed) throws IOException, MeasurementFailure {
        try (ServiceAgent jvm = ServiceAgent.of(pid())) {
            return jvm.pinned(() -> run(nanos, seed).slice());
        }
    }

    @Override
    public void reset() {
        // Services only read.
    }

    @Override
    public void shut() throws MeasurementFailure {
        ask(new Command.Shut(), Answer.Shut.class, SHUT_LIMIT);
    }

    @Override
    public Answer.Recorded record(long warmUpNanos, long nanos, long seed) {
        throw noWorker();
    }

    @Override
    public Answer.Metered meter(String workload, Endpoint endpoint, int connections, long warmUpNanos, long nanos,
            long seed) {
        throw noWorker();
    }

    @Override
    public Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) {
        throw noWorker();
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements) {
        throw noWorker();
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements, Duration limit) {
        throw noWorker();
    }

    @Override
    public void pause() {
        throw noWorker();
    }

    @Override
    public void resume() {
        throw noWorker();
    }

    private static UnsupportedOperationException noWorker() {
        return new UnsupportedOperationException("a service is no worker of Regatta's");
    }

    @Override
    public Optional<SystemWrites> written() {
        return Optional.empty();
    }

    @Override
    public SystemWrites answers() {
        return generator.answers();
    }

    @Override
    public boolean alive() {
        return generator.alive() && service.map(running -> running.death().isEmpty()).orElse(true);
    }

    @Override
    public void kill() {
        generator.kill();
        service.ifPresent(ServiceProcess::close);
    }

    @Override
    public void close() {
        generator.close();
        service.ifPresent(ServiceProcess::close);
    }
}
