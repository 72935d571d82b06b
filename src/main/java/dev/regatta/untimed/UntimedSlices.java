package dev.regatta.untimed;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.UntimedForks.Kind;
import dev.regatta.fork.UntimedForks;
import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Untimed;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Burst;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Before anything is timed, one untimed fork per arm counts wire traffic and allocations, and on virtual threads records
 * pinned parks. The fork serves all cells of its client, unless it recorded pins. After the timing of a race another
 * fork for each arm reads the pool; where operations share a connection, the first fork also counts how many do.
 *
 * <p>
 * All of this is bounded: each arm has an {@link Allowance}. Once its operations do not fit into it, or a fork does not
 * answer, nothing more is read of this arm, because each further reading would take as long.
 */
public final class UntimedSlices {

    /** The fork lives for some seconds, too short for the C2 compiler to pay off; and C1 eliminates no allocation. */
    private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

    /**
     * Netty's native transports send with {@code sendto}, which no system counts; the drivers above them flush as often
     * through the JDK's channels.
     */
    private static final String NO_NATIVE_TRANSPORT = "-Dio.netty.transport.noNative=true";

    /** The seed of what is counted, in every run: the bytes a driver sends and allocates depend on the values. */
    static final long SAME_VALUES = 20_261_121;

    private final CellId cell;
    private final Function<Arm, Place> places;
    private final int connections;
    private final UntimedForks forks;
    private final long seed;
    private final Duration most;
    private final LongSupplier clock;
    private final Map<Arm, Allowance> allowances = new EnumMap<>(Arm.class);
    private final Map<Arm, String> givenUp = new EnumMap<>(Arm.class);

    /**
     * The server that an arm uses.
     *
     * @param server what is counted at the server itself
     * @param client where clients connect to it: there, or further away
     * @param memory the bytes of memory of the server
     */
    public record Place(Endpoint server, Endpoint client, Supplier<OptionalLong> memory) {}

    /**
     * The untimed slices of one cell.
     *
     * @param cell        the cell
     * @param places      the server of each arm
     * @param connections connections, and operations in flight, while pins are recorded
     * @param forks       start the forks
     * @param seed        where the parameters are drawn from while pins are recorded
     * @param most        how long the operations of one arm may take; they may always take a few seconds
     * @param clock       tells nanoseconds
     */
    public UntimedSlices(CellId cell, Function<Arm, Place> places, int connections, UntimedForks forks, long seed,
            Duration most, LongSupplier clock) {
        this.cell = cell;
        this.places = places;
        this.connections = connections;
        this.forks = forks;
        this.seed = seed;
        this.most = most;
        this.clock = clock;
    }

    /** Nothing of {@code wanted} was read, because of {@code why}. */
    public static Counts absent(Arm arm, Set<Counter> wanted, String why) {
        return counts(arm, new TreeMap<>(), wanted, why);
    }

    /** What was read; the rest of {@code wanted} is absent because of {@code why}. */
    static Counts counts(Arm arm, SortedMap<Counter, Count> read, Set<Counter> wanted, String why) {
        return new Counts(arm, read, new TreeMap<>(wanted.stream().filter(counter -> !read.containsKey(counter))
                .collect(Collectors.toMap(counter -> counter, counter -> why))));
    }

    /** What runs in a fork. */
    private interface Part<R> {
        /** Runs it. */
        R in(Fork fork, Allowance time) throws MeasurementFailure;
    }

    /**
     * What is read before anything is timed: counts and pinned parks. A failure is an absent reading
     * with its reason and touches nothing else, unless results were wrong.
     *
     * @param arms    who runs as which arm
     * @param doing   receives what is being done, for people
     * @throws WrongResults if an arm returned something else than the workload expects
     */
    public Untimed exact(Map<Arm, ArmSetup> arms, Consumer<String> doing)
            throws WrongResults {
        List<Pinning> pinning = new ArrayList<>();
        forks.shutClients();
        arms.forEach((arm, setup) -> launch(Kind.DIAGNOSTIC, arm, setup));
        List<Counts> counts = counts(arms, doing);
        for (Arm arm : candidateLast(arms)) {
            ArmSetup setup = arms.get(arm);
            if (setup.client(cell).onVirtualThreads()) {
                doing.accept("recording the pinned threads of the " + arm);
                pinning.add(reading(Kind.DIAGNOSTIC, arm, setup,
                        (fork, time) -> new PinningSlice(workload(), places.apply(arm).client(), connections, seed)
                                .of(arm, fork, time),
                        why -> Pinning.absent(arm, why)));
                // The recorder is tested by a pin in an initialiser, which a JVM runs once; it also prints each stack
                // only once.
                forks.kill(Kind.DIAGNOSTIC, cell.database(), setup.client(cell), arm, setup);
            }
        }
        return new Untimed(pinning, counts, List.of());
    }

    /**
     * What the pools tell when the cell was timed. This helps to find a cause. Where nothing is compared, there is none
     * to find, and nothing is read.
     *
     * @throws WrongResults if an arm returned something else than the workload expects
     */
    public List<Counts> pools(Map<Arm, ArmSetup> arms, Consumer<String> doing) throws WrongResults {
        if (arms.size() < 2 || workload().opensPool() || workload() instanceof Idle) {
            // A pool that lives for one operation, or that nobody asks, is not looked into.
            return List.of();
        }
        forks.shutClients();
        arms.forEach((arm, setup) -> {
            if (pool(setup).sized()) {
                launch(Kind.METERED, arm, setup);
            }
        });
        arms.keySet().forEach(arm -> allowances.put(arm, Allowance.of(Allowance.LEAST, clock)));
        return poolReadings(arms, doing);
    }

    /** An arm whose statements a relay could read: it does not encrypt. */
    public static Optional<Arm> readable(Untimed untimed) {
        return untimed.counts().stream().filter(counts -> counts.of(Counter.STATEMENTS).isPresent()).map(Counts::arm)
                .findFirst();
    }

    /** Why nothing more is read of this arm; empty as a rule. */
    public Optional<String> givenUp(Arm arm) {
        return Optional.ofNullable(givenUp.get(arm));
    }

    /**
     * The candidate may be the slower one: how long the other took then tells how long it is waited for. And it is counted with
     * what the baseline did.
     */
    private static List<Arm> candidateLast(Map<Arm, ArmSetup> arms) {
        return arms.keySet().stream().sorted(Comparator.comparing(arm -> arm == Arm.CANDIDATE)).toList();
    }

    private void launch(Kind kind, Arm arm, ArmSetup setup) {
        try {
            forks.launch(kind, cell.database(), setup.client(cell), arm, setup, options(kind, setup));
        } catch (MeasurementFailure e) {
            // The reading that needs it starts it again, and says why it cannot.
        }
    }

    private Pool pool(ArmSetup setup) {
        return Stacks.find(setup.client(cell).stack()).map(Stack::pool).orElse(Pool.OF_THE_PROJECT);
    }

    /**
     * How the operations in flight of each arm use connections: what its pool tells, or how many operations share a
     * connection. Arms of other kinds of clients are left out, because there it follows from the client.
     */
    private List<Counts> poolReadings(Map<Arm, ArmSetup> arms, Consumer<String> doing) throws WrongResults {
        List<Counts> all = new ArrayList<>();
        for (Map.Entry<Arm, ArmSetup> entry : arms.entrySet()) {
            Arm arm = entry.getKey();
            Pool pool = pool(entry.getValue());
            if (pool.sized()) {
                doing.accept("reading the pool of the " + arm);
                all.add(reading(Kind.METERED, arm, entry.getValue(),
                        (fork, time) -> new MeterSlice(workload(), places.apply(arm).client(), connections, seed)
                                .of(arm, fork),
                        why -> absent(arm, MeterSlice.READ, why)));
            } else if (pool == Pool.ONE_PIPELINED) {
                doing.accept("counting the connections of the " + arm);
                all.add(reading(Kind.DIAGNOSTIC, arm, entry.getValue(),
                        (fork, time) -> new SharingSlice(workload(), places.apply(arm).server(), connections, seed)
                                .of(arm, fork),
                        why -> absent(arm, SharingSlice.READ, why)));
            }
        }
        return all;
    }

    /** The counts of each arm's operations, with the bytes they allocate where equal code allocates equally. */
    List<Counts> counts(Map<Arm, ArmSetup> arms, Consumer<String> doing) throws WrongResults {
        List<Counts> all = new ArrayList<>();
        for (Counts counts : AnswerHold.counted(candidateLast(arms), (arm, hold, baseline) -> {
            doing.accept("counting what the " + arm + " does");
            // A pool that nobody asks sends by its own clock: with its answers held it would hardly ever be at rest.
            Duration held = workload() instanceof Idle ? Duration.ZERO : hold;
            return reading(Kind.DIAGNOSTIC, arm, arms.get(arm),
                    (fork, time) -> new CountingSlice(workload(), places.apply(arm).server(),
                            places.apply(arm).memory())
                            .of(arm, fork, held, time, baseline),
                    why -> absent(arm, CountingSlice.READ, why));
        })) {
            ArmSetup setup = arms.get(counts.arm());
            all.add(allocatesEqually(setup) ? counts.and(allocated(counts.arm(), setup)) : counts);
        }
        return all;
    }

    /**
     * Not so where operations only wait, nor where an operation has virtual threads of its own: one that parks has its stack copied to
     * the heap, and the schedule decides how often one does.
     */
    private boolean allocatesEqually(ArmSetup setup) {
        return !workload().waits() && !(workload() instanceof Burst && setup.client(cell).onVirtualThreads());
    }

    private Counts allocated(Arm arm, ArmSetup setup) throws WrongResults {
        return reading(Kind.DIAGNOSTIC, arm, setup,
                (fork, time) -> new AllocationSlice(workload(), places.apply(arm).server()).of(arm, fork, time),
                why -> absent(arm, AllocationSlice.READ, why));
    }

    private Workload workload() {
        return Workloads.of(cell.workload());
    }

    private <R> R reading(Kind kind, Arm arm, ArmSetup setup, Part<R> part, Function<String, R> absent)
            throws WrongResults {
        if (givenUp.containsKey(arm)) {
            return absent.apply(givenUp.get(arm));
        }
        Allowance time = allowances.computeIfAbsent(arm, this::allowance);
        try {
            Fork fork = forks.untimed(kind, cell.database(), setup.client(cell), arm, setup,
                    options(kind, setup));
            return within(time, fork, part);
        } catch (WrongResults e) {
            throw e;
        } catch (MeasurementFailure e) {
            forks.kill(kind, cell.database(), setup.client(cell), arm, setup);
            String why = e instanceof Unanswered ? time.why(e.getMessage()) : e.getMessage();
            if (e instanceof Unanswered || e instanceof Allowance.Spent) {
                givenUp.put(arm, why);
            }
            return absent.apply(why);
        }
    }

    private <R> R within(Allowance time, Fork fork, Part<R> part) throws MeasurementFailure {
        time.start();
        fork.answersBy(clock.getAsLong() + time.left());
        try {
            return part.in(fork, time);
        } finally {
            fork.answersBy(Long.MAX_VALUE);
            time.stop();
        }
    }

    private Allowance allowance(Arm arm) {
        Allowance other = allowances.get(Arm.BASELINE);
        return arm == Arm.CANDIDATE && other != null ? other.beside() : Allowance.first(most, clock);
    }

    private List<String> options(Kind kind, ArmSetup setup) {
        return switch (kind) {
            case DIAGNOSTIC ->
                Stream.concat(Stream.of(SHORT_LIVED, NO_NATIVE_TRANSPORT), traces(setup).stream()).toList();
            case METERED -> List.of(SHORT_LIVED);
        };
    }

    private List<String> traces(ArmSetup setup) {
        return setup.client(cell).onVirtualThreads() ? PinningSlice.options(setup.jdk()) : List.of();
    }
}
