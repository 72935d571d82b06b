package dev.regatta.fork;

import dev.regatta.host.Signal;
import dev.regatta.host.SystemWrites;
import dev.regatta.load.Arrivals;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Command;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Timetable;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.OwnCode;
import dev.regatta.workload.Workloads;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** A fork that is a worker process of its own. */
final class WorkerFork implements Fork {

    private static final Duration OPEN_LIMIT = Duration.ofSeconds(60);
    /** No pool waits longer for its connections to close. */
    private static final Duration SHUT_LIMIT = Duration.ofSeconds(20);
    /** For filling all tables, which takes seconds. */
    private static final Duration FILL_LIMIT = Duration.ofMinutes(1);

    private final Arm arm;
    private final int number;
    private final ClientId client;
    private final ArmSetup setup;
    private final Recipe recipe;
    private final SortedMap<String, String> options;
    private final Launch launch;
    private final AnswerTimeouts timeouts;
    private final Set<String> warm = new HashSet<>();
    private List<String> jars = List.of();
    private long endNanos = Long.MAX_VALUE;
    private boolean opened;
    /** Whether the client is a project's own code, of which a JVM makes one instance and no second one. */
    private boolean once;
    private Worker worker;

    /** Starts the process of this fork. */
    interface Launch {
        /** Starts it. */
        Worker start() throws MeasurementFailure;
    }

    /** @param options of the client, those of its recipe among them */
    WorkerFork(Arm arm, int number, ClientId client, ArmSetup setup, SortedMap<String, String> options, Launch launch,
            AnswerTimeouts timeouts) throws MeasurementFailure {
        this.arm = arm;
        this.number = number;
        this.client = client;
        this.setup = setup;
        this.recipe = setup.recipe().recipe();
        this.options = options;
        this.launch = launch;
        this.worker = launch.start();
        this.timeouts = timeouts;
    }

    /** As {@link Worker#introduce()}, of its process now. */
    boolean introduce() throws MeasurementFailure {
        revive();
        return worker.introduce();
    }

    @Override
    public Arm arm() {
        return arm;
    }

    @Override
    public String jdk() {
        return worker.introduction().jdk();
    }

    @Override
    public long pid() {
        return worker.introduction().pid();
    }

    @Override
    public void answersBy(long moment) {
        endNanos = moment;
    }

    @Override
    public void pause() throws MeasurementFailure {
        worker.send(Signal.STOP);
    }

    @Override
    public void resume() throws MeasurementFailure {
        worker.send(Signal.CONT);
    }

    private <A extends Answer> A ask(Command command, Class<A> expected, Duration limit) throws MeasurementFailure {
        revive();
        return worker.ask(command, expected, AnswerTimeouts.within(limit, endNanos));
    }

    /** Starts its process again, if that was ended together with a project's own code. */
    private void revive() throws MeasurementFailure {
        if (once && !opened && !worker.alive()) {
            worker = launch.start();
        }
    }

    @Override
    public void open(String workload, Endpoint endpoint, int connections) throws MeasurementFailure {
        open(client, workload, endpoint, connections);
    }

    @Override
    public void open(ClientId named, String workload, Endpoint endpoint, int connections) throws MeasurementFailure {
        if (once) {
            shut();
            revive();
        }
        opened = true;
        once = Workloads.of(workload) instanceof OwnCode;
        Answer.Opened answer = ask(
                new Command.Open(named, workload, endpoint, connections, options), Answer.Opened.class,
                // A project's own code fills its tables there.
                once && timeouts.watchdog().compareTo(OPEN_LIMIT) > 0 ? timeouts.watchdog() : OPEN_LIMIT);
        if (once) {
            // There is one class path, and nobody knows which of its jars a project's code needs.
            return;
        }
        jars = new LoadedJars(arm + " worker of " + client, recipe).proven(answer);
    }

    @Override
    public long check(String workload, int operations, long seed) throws MeasurementFailure {
        return checked(workload, operations, seed).digest();
    }

    @Override
    public long failures(String workload, int operations, long seed) throws MeasurementFailure {
        return checked(workload, operations, seed).failures();
    }

    @Override
    public Optional<Long> allocatedBytes(String workload, int operations, long seed) throws MeasurementFailure {
        return checked(workload, operations, seed).allocatedBytes();
    }

    private Answer.Checked checked(String workload, int operations, long seed) throws MeasurementFailure {
        Answer.Checked checked = ask(new Command.Check(operations, seed), Answer.Checked.class,
                timeouts.checking(operations));
        WrongResults.none(checked.wrong(), arm + " arm of " + client + " (" + driver() + ")",
                "of " + operations + " operations of " + workload + ", nothing was timed", checked.problem());
        return checked;
    }

    /** Whether it has been warm for a workload. */
    boolean warm() {
        return !warm.isEmpty();
    }

    @Override
    public WarmUp warmUpFor(String workload, boolean brief) {
        if (brief && !warm.contains(workload)) {
            return warm.isEmpty() ? WarmUp.briefOfFreshFork() : WarmUp.briefOfNewWorkload();
        }
        return warm.contains(workload)
                ? WarmUp.ofKnownWorkload()
                : warm.isEmpty() ? WarmUp.ofFreshFork() : WarmUp.ofNewWorkload();
    }

    @Override
    public void warm(WarmUp warmUp, String workload, long seed) throws MeasurementFailure {
        long start = Clock.nanos();
        Slice slice = run(Timetable.WARM_UP_SLICE_NANOS, seed).slice();
        if (slice.errors() + slice.wrong() > 0) {
            throw new MeasurementFailure("the " + arm + " arm of " + client + " (" + driver()
                    + ") failed while warming up on " + workload + ": " + slice.errors() + " errors and "
                    + slice.wrong() + " wrong results, first: " + slice.problem());
        }
        warmUp.add(slice, Clock.nanos() - start);
    }

    @Override
    public ForkStart started(WarmUp warmUp, String workload) {
        warm.add(workload);
        return new ForkStart(arm, number, pid(), worker.introduction().jdk(), setup.harness().code(), jars,
                warmUp.slices(),
                warmUp.steady());
    }

    @Override
    public Answer.Ran run(long nanos, long seed) throws MeasurementFailure {
        return ask(new Command.Run(nanos, Timetable.DROPPED_NANOS, seed), Answer.Ran.class,
                timeouts.running(nanos));
    }

    @Override
    public Answer.Offered offer(double rate, Arrivals arrivals, long nanos, long dropNanos, long seed)
            throws MeasurementFailure {
        return ask(new Command.Offer(rate, arrivals, nanos, dropNanos, seed), Answer.Offered.class,
                timeouts.running(nanos));
    }

    @Override
    public Answer.Recorded record(long warmUpNanos, long nanos, long seed) throws MeasurementFailure {
        return ask(new Command.Record(warmUpNanos, nanos, seed), Answer.Recorded.class,
                timeouts.running(warmUpNanos + nanos));
    }

    @Override
    public Footprint inspect(long nanos, long seed) throws MeasurementFailure {
        return ask(new Command.Inspect(nanos, seed), Answer.Inspected.class, timeouts.running(nanos))
                .footprint();
    }

    @Override
    public Answer.Metered meter(String workload, Endpoint endpoint, int connections, long warmUpNanos, long nanos,
            long seed) throws MeasurementFailure {
        return ask(
                new Command.Meter(new Command.Open(client, workload, endpoint, connections, options),
                        warmUpNanos, nanos, seed),
                Answer.Metered.class, OPEN_LIMIT.plus(timeouts.running(warmUpNanos + nanos)));
    }

    @Override
    public Answer.Profiled profile(long warmUpNanos, long nanos, long seed, Path file) throws MeasurementFailure {
        return ask(new Command.Profile(warmUpNanos, nanos, seed, file.toString()), Answer.Profiled.class,
                timeouts.running(warmUpNanos + nanos));
    }

    @Override
    public void shut() throws MeasurementFailure {
        if (opened && once) {
            // It may not know how to close what it has made, which would go on in the background.
            opened = false;
            worker.close();
            warm.clear();
        } else if (opened) {
            ask(new Command.Shut(), Answer.Shut.class, SHUT_LIMIT);
            opened = false;
        }
    }

    @Override
    public void reset() throws MeasurementFailure {
        ask(new Command.Reset(), Answer.Reset.class, FILL_LIMIT);
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements) throws MeasurementFailure {
        return sql(endpoint, statements, FILL_LIMIT);
    }

    @Override
    public List<List<String>> sql(Endpoint endpoint, List<String> statements, Duration limit)
            throws MeasurementFailure {
        return ask(new Command.Sql(endpoint, statements), Answer.Rows.class, limit).rows();
    }

    @Override
    public Optional<SystemWrites> written() {
        return SystemWrites.of(Path.of("/proc", Long.toString(pid())));
    }

    @Override
    public SystemWrites answers() {
        return worker.answers();
    }

    @Override
    public boolean alive() {
        return worker.alive();
    }

    private String driver() {
        if (once) {
            return setup.harness().code().isEmpty() ? "this checkout" : setup.harness().code();
        }
        return recipe.artifacts().isEmpty() ? "raw wire" : recipe.artifacts().getFirst().coordinates();
    }

    @Override
    public void kill() {
        worker.kill();
    }

    @Override
    public void close() {
        worker.close();
    }
}
