package dev.regatta.experiment;

import dev.regatta.database.Database;
import dev.regatta.experiment.UntimedForks.Kind;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Count;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Pinning;
import dev.regatta.stack.Pool;
import dev.regatta.stack.Stacks;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * After timing, one untimed fork per arm counts wire traffic and allocations, and on virtual threads records pinned
 * parks. The fork serves all cells of its client, unless it recorded pins. In a race another fork for each arm reads
 * the pool; where operations share a connection, the first fork also counts how many do. Once a fork does not answer,
 * nothing more is read of its arm, because each further one would be waited for as long.
 */
final class UntimedSlices {

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
    private final Map<Arm, String> unanswered = new EnumMap<>(Arm.class);

    /**
     * The server that an arm uses.
     *
     * @param server what is counted at the server itself
     * @param client where clients connect to it: there, or further away
     * @param memory the bytes of memory of the server
     */
    record Place(Endpoint server, Endpoint client, Supplier<OptionalLong> memory) {

        static Place of(RunningServer running) {
            return new Place(running.database().endpoint(), running.endpoint(), running.database()::memoryBytes);
        }

        /** A server to which clients connect directly. */
        static Place of(Database database) {
            return new Place(database.endpoint(), database.endpoint(), database::memoryBytes);
        }
    }

    /**
     * The untimed slices of one cell.
     *
     * @param cell        the cell
     * @param places      the server of each arm
     * @param connections connections, and operations in flight, while pins are recorded
     * @param forks       start the forks
     * @param seed        where the parameters are drawn from while pins are recorded
     */
    UntimedSlices(CellId cell, Function<Arm, Place> places, int connections, UntimedForks forks, long seed) {
        this.cell = cell;
        this.places = places;
        this.connections = connections;
        this.forks = forks;
        this.seed = seed;
    }

    /** Nothing of {@code wanted} was read, because of {@code why}. */
    static Counts absent(Arm arm, Set<Counter> wanted, String why) {
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
        R in(Fork fork) throws MeasurementFailure;
    }

    /**
     * The measurement with the readings of these slices. A failure is an absent reading with its reason and touches
     * nothing else, unless results were wrong.
     *
     * @param arms    who runs as which arm
     * @param doing   receives what is being done, for people
     * @throws WrongResults if an arm returned something else than the workload expects
     */
    CellMeasurement added(CellMeasurement measurement, Map<Arm, ArmSetup> arms, Consumer<String> doing)
            throws WrongResults {
        List<Pinning> pinning = new ArrayList<>();
        forks.shutClients();
        launch(arms);
        List<Counts> counts = counts(arms, doing);
        for (Map.Entry<Arm, ArmSetup> entry : arms.entrySet()) {
            Arm arm = entry.getKey();
            ArmSetup setup = entry.getValue();
            if (cell.client().onVirtualThreads()) {
                doing.accept("recording the pinned threads of the " + arm);
                pinning.add(reading(Kind.DIAGNOSTIC, arm, setup,
                        fork -> new PinningSlice(workload(), places.apply(arm).client(), connections,
                                PinningSlice.nanos(measurement.pairs(), arm), seed).of(arm, fork),
                        why -> Pinning.absent(arm, why)));
                // The recorder is tested by a pin in an initialiser, which a JVM runs once; it also prints each stack
                // only once.
                forks.kill(Kind.DIAGNOSTIC, cell.database(), cell.client(), arm, setup);
            }
        }
        // Readings of the pool help to find a cause. Where nothing is compared, there is none to find.
        List<Counts> pools = arePoolsRead(arms) ? pools(arms, doing) : List.of();
        return measurement.with(pinning).counted(counts).counted(pools);
    }

    private static boolean arePoolsRead(Map<Arm, ArmSetup> arms) {
        return arms.size() > 1;
    }

    /** Lets all forks that are needed start at once. */
    private void launch(Map<Arm, ArmSetup> arms) {
        boolean metered = arePoolsRead(arms) && pool().sized();
        arms.forEach((arm, setup) -> {
            launch(Kind.DIAGNOSTIC, arm, setup);
            if (metered) {
                launch(Kind.METERED, arm, setup);
            }
        });
    }

    private void launch(Kind kind, Arm arm, ArmSetup setup) {
        try {
            forks.launch(kind, cell.database(), cell.client(), arm, setup, options(kind, setup));
        } catch (MeasurementFailure e) {
            // The reading that needs it starts it again, and says why it cannot.
        }
    }

    private Pool pool() {
        return Stacks.of(cell.client().stack()).pool();
    }

    /**
     * How the operations in flight of each arm use connections: what its pool tells, or how many operations share a
     * connection. Arms of other kinds of clients are left out, because there it follows from the client.
     */
    private List<Counts> pools(Map<Arm, ArmSetup> arms, Consumer<String> doing) throws WrongResults {
        Pool pool = pool();
        List<Counts> all = new ArrayList<>();
        for (Map.Entry<Arm, ArmSetup> entry : arms.entrySet()) {
            Arm arm = entry.getKey();
            if (pool.sized()) {
                doing.accept("reading the pool of the " + arm);
                all.add(reading(Kind.METERED, arm, entry.getValue(),
                        fork -> new MeterSlice(workload(), places.apply(arm).client(), connections, seed).of(arm, fork),
                        why -> absent(arm, MeterSlice.READ, why)));
            } else if (pool == Pool.ONE_PIPELINED) {
                doing.accept("counting the connections of the " + arm);
                all.add(reading(Kind.DIAGNOSTIC, arm, entry.getValue(),
                        fork -> new SharingSlice(workload(), places.apply(arm).server(), connections, seed).of(arm,
                                fork),
                        why -> absent(arm, SharingSlice.READ, why)));
            }
        }
        return all;
    }

    /** The counts of each arm's operations. Allocated bytes are left out for operations that only wait. */
    List<Counts> counts(Map<Arm, ArmSetup> arms, Consumer<String> doing) throws WrongResults {
        List<Counts> all = new ArrayList<>();
        for (Counts counts : Holds.counted(arms.keySet(), (arm, hold) -> {
            doing.accept("counting what the " + arm + " does");
            return reading(Kind.DIAGNOSTIC, arm, arms.get(arm),
                    fork -> new CountingSlice(workload(), places.apply(arm).server(), places.apply(arm).memory())
                            .of(arm, fork, hold),
                    why -> absent(arm, CountingSlice.READ, why));
        })) {
            all.add(workload().waits() ? counts : counts.and(allocated(counts.arm(), arms.get(counts.arm()))));
        }
        return all;
    }

    private Counts allocated(Arm arm, ArmSetup setup) throws WrongResults {
        return reading(Kind.DIAGNOSTIC, arm, setup,
                fork -> new AllocationSlice(workload(), places.apply(arm).server()).of(arm, fork),
                why -> absent(arm, AllocationSlice.READ, why));
    }

    private Workload workload() {
        return Workloads.of(cell.workload());
    }

    private <R> R reading(Kind kind, Arm arm, ArmSetup setup, Part<R> part, Function<String, R> absent)
            throws WrongResults {
        if (unanswered.containsKey(arm)) {
            return absent.apply(unanswered.get(arm));
        }
        try {
            return part.in(forks.untimed(kind, cell.database(), cell.client(), arm, setup, options(kind, setup)));
        } catch (WrongResults e) {
            throw e;
        } catch (MeasurementFailure e) {
            forks.kill(kind, cell.database(), cell.client(), arm, setup);
            if (e instanceof Unanswered) {
                unanswered.put(arm, e.getMessage());
            }
            return absent.apply(e.getMessage());
        }
    }

    private List<String> options(Kind kind, ArmSetup setup) {
        return switch (kind) {
            case DIAGNOSTIC ->
                Stream.concat(Stream.of(SHORT_LIVED, NO_NATIVE_TRANSPORT), traces(setup).stream()).toList();
            case METERED -> List.of(SHORT_LIVED);
        };
    }

    private List<String> traces(ArmSetup setup) {
        return cell.client().onVirtualThreads() ? PinningSlice.options(setup.jdk()) : List.of();
    }
}
