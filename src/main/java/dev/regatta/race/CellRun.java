package dev.regatta.race;

import dev.regatta.analysis.Progress;
import dev.regatta.analysis.StoppingRule;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.ForkSource;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WarmUp;
import dev.regatta.host.Scheduling;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Inputs;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Setup;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Timed;
import dev.regatta.protocol.Timetable;
import dev.regatta.protocol.Untimed;
import dev.regatta.untimed.FootprintSlice;
import dev.regatta.untimed.UntimedSlices;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Idle;
import dev.regatta.workload.Workload;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Measures one cell: for every set fresh forks of all arms, checked, warmed up, then pairs of slices in a random
 * order, until the stopping rule has decided, the budget is spent, or the last set is over.
 */
final class CellRun {

    private static final int WIRE_TURNS = 5;
    private static final int UNEVEN_ROUNDS = 8;
    private static final long UNEVEN_NANOS = 4_000_000_000L;
    /** How long checking slow operations may take. */
    private static final long CHECKING_NANOS = 4_000_000_000L;
    /**
     * The forks of this many sets are kept warm for the client's next cell. Few cells need more, and each fork takes
     * memory.
     */
    private static final int KEPT_SETS = 4;

    /** From this many pairs on, users are told how the race stands. */
    private static final int TELLING = 16;

    private final Race race;
    private final CellId cell;
    private final Workload workload;
    private final Map<Arm, ArmSetup> arms;
    private final SortedMap<Arm, Inputs> inputs;
    private final Map<Arm, ? extends ObservedServer> servers;
    private final int connections;
    private final ForkSource forks;
    private final StoppingRule stoppingRule;
    private final Random random;
    private final CellBudget budget;
    private final Consumer<String> standing;
    private final Consumer<String> decision;

    private final List<Pair> pairs = new ArrayList<>();
    private final List<ForkStart> starts = new ArrayList<>();
    private final List<Standstill> standstills = new ArrayList<>();
    private Untimed untimed = Untimed.NOTHING;
    private boolean brief;
    private Map<Arm, Fork> last = Map.of();
    private Patience patience = new Patience(1);
    private long sliceNanos;
    /** How long the forks of the last set took until they were warm. */
    private long warmNanos;
    private boolean told;

    CellRun(Race race, Workload workload, Map<Arm, ArmSetup> arms, SortedMap<Arm, Inputs> inputs,
            Map<Arm, ? extends ObservedServer> servers, int connections, ForkSource forks, StoppingRule stoppingRule,
            long seed,
            CellBudget budget,
            Consumer<String> standing, Consumer<String> decision) {
        this.race = race;
        this.cell = race.cell();
        this.workload = workload;
        this.arms = arms;
        this.inputs = inputs;
        this.servers = servers;
        this.connections = connections;
        this.forks = forks;
        this.stoppingRule = stoppingRule;
        this.random = new Random(seed ^ cell.toString().hashCode());
        this.budget = budget;
        this.standing = standing;
        this.decision = decision;
        this.brief = stoppingRule.brief();
    }

    /** Takes over what was read before anything is timed. */
    void know(Untimed read) {
        untimed = read;
        brief = stoppingRule.brief() || stoppingRule.settled(soFar(Optional.empty(), false)).isPresent();
    }

    /** What has been measured so far. */
    CellMeasurement soFar(Optional<String> failure, boolean budgetSpent) {
        return new CellMeasurement(cell,
                new Setup(race.candidate().recipe().recipe(), race.baselineRecipe(), connections, inputs),
                new Timed((int) (sliceNanos / 1_000_000), starts, pairs, standstills, failure, budgetSpent), untimed);
    }

    /** Measures until decided, out of budget, or through. */
    CellMeasurement measure() throws MeasurementFailure {
        var sets = new Progress(stoppingRule);
        while (sets.begin(pairs.size())) {
            if (standstills.size() == Standstill.BELIEVED) {
                decision.accept(standstills.getLast().words());
                return soFar(Optional.empty(), false);
            }
            int set = sets.number();
            if (enough() && budget.left().toNanos() < warmNanos) {
                // Its forks would be warm when the time is over.
                return soFar(Optional.empty(), true);
            }
            long begun = budget.now();
            forks.release(last.values(), set - 1 <= KEPT_SETS);
            patience = new Patience(set);
            last = line(set).orElse(Map.of());
            warmNanos = budget.now() - begun;
            int firstLook = pairs.size() + Collections.min(stoppingRule.looks());
            while (!last.isEmpty() && sets.goesOn(pairs.size())) {
                pairs.add(pair(set, last));
                if (pairs.size() < firstLook && givenUp()) {
                    last = Map.of();
                }
                if (stoppingRule.looks().contains(pairs.size())) {
                    StoppingRule.Ruling ruling = stoppingRule.rule(soFar(Optional.empty(), false));
                    String now = pairs.size() + " pairs, " + ruling.standing();
                    standing.accept(now);
                    if (ruling.decided()) {
                        decision.accept(ruling.standing() + " (" + pairs.size() + " pairs)");
                        return soFar(Optional.empty(), false);
                    }
                    if (pairs.size() >= TELLING && !told) {
                        told = true;
                        // A user who waits sees early how the race stands.
                        decision.accept(now);
                    }
                    sets.ruled(ruling);
                }
                if (budget.spent(enough())) {
                    return soFar(Optional.empty(), true);
                }
            }
        }
        return soFar(Optional.empty(), false);
    }

    /** Whether there are pairs enough for a verdict. */
    private boolean enough() {
        return pairs.size() >= stoppingRule.fewestPairs();
    }

    /** Ends all forks if one arm of this set has kept its patience waiting for too long. */
    private boolean givenUp() {
        Optional<Standstill> over = patience.over();
        over.ifPresent(standstill -> {
            standstills.add(standstill);
            forks.killAll();
        });
        return over.isPresent();
    }

    /** What a fork is asked for. */
    private interface Asking<R> {
        /** Asks for it. */
        R get() throws MeasurementFailure;
    }

    /** Asks a fork for something of this length, and notes how much longer it took. */
    private <R> R asked(Arm arm, long nanos, Asking<R> asking) throws MeasurementFailure {
        long start = budget.now();
        R answer = asking.get();
        patience.waited(arm, Math.max(0, budget.now() - start - nanos));
        return answer;
    }

    /**
     * What the forks of the last set occupy, the reference's left out; asked when timing is over. A failure is an absent
     * reading with its reason.
     */
    List<Counts> footprints() {
        List<Counts> footprints = new ArrayList<>();
        try {
            for (Fork fork : last.values()) {
                if (fork.arm() != Arm.REFERENCE) {
                    footprints.add(FootprintSlice.of(fork, random.nextLong()));
                }
            }
            return footprints;
        } catch (MeasurementFailure e) {
            // The state of the forks is unknown.
            forks.killAll();
            return List.of(UntimedSlices.absent(Arm.CANDIDATE, FootprintSlice.READ, e.getMessage()));
        }
    }

    /**
     * Opens one fork of each arm, checks them against each other, and warms them up. Their order is drawn anew for each
     * set, so that no arm always finds the machine in the same state.
     *
     * @return the forks by arm; empty if one arm of a duel was given up
     */
    private Optional<Map<Arm, Fork>> line(int set) throws MeasurementFailure {
        List<Arm> order = shuffled(arms.keySet(), random);
        long seed = random.nextLong();
        Map<Arm, Fork> field = new LinkedHashMap<>();
        standing.accept("starting the forks of set " + set);
        forks.renew(set);
        for (Arm arm : order) {
            Fork fork = forks.of(cell.database(), ExperimentRunner.client(cell, arm, arms.get(arm)), arm, set,
                    arms.get(arm));
            // Until it is warm: opening and checking are half compiling.
            forks.spread(fork);
            // In real time a thread of a pool that spins keeps the CPU for 100 ms from those whom the pool serves.
            forks.schedule(fork, workload.opensPool() ? Scheduling.SHARED : Scheduling.FIRST);
            fork.open(workload.id(), endpoint(arm), connections);
            field.put(arm, fork);
        }
        if (!agree(set, field, seed)) {
            return Optional.empty();
        }
        Optional<SliceLength> pace = warmUp(set, field, seed);
        if (pace.isEmpty()) {
            return Optional.empty();
        }
        if (sliceNanos == 0) {
            sliceNanos = pace.get().sliceNanos();
        }
        reset(field);
        return Optional.of(field);
    }

    /**
     * Checks the operations of all arms against what the workload expects and against each other. The time of each
     * arm's first operation tells how many can be checked in a few seconds.
     *
     * @return false if one arm of a duel was given up
     */
    private boolean agree(int set, Map<Arm, Fork> field, long seed) throws MeasurementFailure {
        Map<Arm, Long> nanos = new LinkedHashMap<>();
        Map<Arm, Unanswered> unanswered = new LinkedHashMap<>();
        Map<Arm, Long> digests = new LinkedHashMap<>();
        for (Map.Entry<Arm, Fork> entry : field.entrySet()) {
            long start = budget.now();
            try {
                digests.put(entry.getKey(), check(entry.getValue(), 1, seed));
                nanos.put(entry.getKey(), Math.max(1, budget.now() - start));
            } catch (Unanswered e) {
                unanswered.put(entry.getKey(), e);
            }
        }
        if (!unanswered.isEmpty()) {
            Map.Entry<Arm, Unanswered> slow = unanswered.entrySet().iterator().next();
            // A raw wire that hangs says nothing of the two versions beside it.
            if (unanswered.size() > 1 || !field.containsKey(Arm.BASELINE) || slow.getKey() == Arm.REFERENCE) {
                throw slow.getValue();
            }
            Arm other = slow.getKey() == Arm.CANDIDATE ? Arm.BASELINE : Arm.CANDIDATE;
            standstills.add(new Standstill(slow.getKey(), set, slow.getValue().waitedNanos(), nanos.get(other)));
            forks.killAll();
            return false;
        }
        requireEqual(digests);
        int operations = Fork.checkedOperations(workload, connections);
        if (operations * longest(nanos) > CHECKING_NANOS) {
            // The first operation was cold. The second one shows about how long the others will take.
            for (Map.Entry<Arm, Fork> entry : field.entrySet()) {
                long start = budget.now();
                digests.put(entry.getKey(), check(entry.getValue(), 1, seed + 2));
                nanos.merge(entry.getKey(), Math.max(1, budget.now() - start), Math::min);
            }
            requireEqual(digests);
            operations = (int) Math.clamp(CHECKING_NANOS / longest(nanos), 1L, (long) operations);
        }
        if (givenUp()) {
            return false;
        }
        for (Map.Entry<Arm, Fork> entry : field.entrySet()) {
            digests.put(entry.getKey(), check(entry.getValue(), operations, seed + 1));
        }
        requireEqual(digests);
        if (!workload.foretold()) {
            // The same draws again: each fork knows by now what they return.
            for (Fork fork : field.values()) {
                check(fork, operations, seed + 1);
            }
        }
        return !givenUp();
    }

    private static long longest(Map<Arm, Long> nanos) {
        return Collections.max(nanos.values());
    }

    private void requireEqual(Map<Arm, Long> digests) throws MeasurementFailure {
        if (digests.values().stream().distinct().count() > 1) {
            throw new MeasurementFailure(
                    "the arms do not agree on the results of " + workload.id() + ", nothing was timed: " + digests);
        }
    }

    /**
     * Warms all arms up by turns, as they will be timed. An arm that was warmed up alone would be idle for the first
     * time in the timed part. What its pool does after an idle moment would then run for the first time, and cause
     * recompilation. Until all are steady, a version that is steady goes on taking turns: had it worked less than the other
     * one, less of it would be compiled when timing begins. A raw wire that is steady takes every {@value #WIRE_TURNS}th.
     *
     * <p>
     * If the throughputs of the two arms of a duel differ by the factor {@link Timetable#FAR}, the warm-up ends early: more
     * of it would not close that gap, and a slow arm would take long to become steady. Fresh forks must confirm a
     * conclusion from such a set, and their slower arm must have stopped getting faster: an arm that only takes
     * longer to compile is no slow arm.
     *
     * @return the length of a slice at the present throughput of the arms; empty if one arm of a duel was given up
     */
    private Optional<SliceLength> warmUp(int set, Map<Arm, Fork> field, long seed) throws MeasurementFailure {
        Map<Arm, WarmUp> warmUps = new LinkedHashMap<>();
        field.forEach(
                (arm, fork) -> warmUps.put(arm, fork.warmUpFor(workload.id(), brief && set == 1)));
        long start = budget.now();
        boolean uneven = false;
        for (int round = 0; !uneven && warmUps.values().stream().anyMatch(warmUp -> !warmUp.over()); round++) {
            standing.accept("warming up set " + set + ", round " + (round + 1));
            if (round == Timetable.REST_ROUND) {
                LockSupport.parkNanos(Timetable.REST_NANOS);
            }
            for (Map.Entry<Arm, WarmUp> entry : warmUps.entrySet()) {
                if (entry.getKey() != Arm.REFERENCE || !entry.getValue().over() || round % WIRE_TURNS == 0) {
                    long next = seed + round;
                    asked(entry.getKey(), Timetable.WARM_UP_SLICE_NANOS, () -> {
                        field.get(entry.getKey()).warm(entry.getValue(), workload.id(), next);
                        return null;
                    });
                }
            }
            if (givenUp()) {
                return Optional.empty();
            }
            boolean enough = round + 1 >= UNEVEN_ROUNDS || budget.now() - start > UNEVEN_NANOS;
            // Every set of two clients counts, and one of them may take far longer to compile.
            uneven = enough && uneven(race.ofClients() ? Math.max(2, set) : set, warmUps);
        }
        for (Fork fork : field.values()) {
            forks.gather(fork);
        }
        warmUps.forEach((arm, warmUp) -> starts.add(
                field.get(arm).started(warmUp, workload.id()).on(servers.get(arm).name())));
        DoubleSummaryStatistics throughputs = warmUps.values().stream().mapToDouble(WarmUp::throughput)
                .summaryStatistics();
        int latencies = warmUps.values().stream().mapToInt(WarmUp::latencies).min().orElse(1);
        return Optional
                .of(new SliceLength(connections, latencies, uneven ? throughputs.getMax() : throughputs.getMin()));
    }

    /**
     * Whether one arm of a duel has several times the throughput of the other, and more warm-up would not change that.
     */
    static boolean uneven(int set, Map<Arm, WarmUp> warmUps) {
        if (!warmUps.containsKey(Arm.BASELINE)) {
            return false;
        }
        WarmUp one = warmUps.get(Arm.CANDIDATE);
        WarmUp other = warmUps.get(Arm.BASELINE);
        WarmUp slower = one.throughput() < other.throughput() ? one : other;
        return Math.max(one.throughput(), other.throughput()) > Timetable.FAR * slower.throughput()
                && (set == 1 || slower.flat());
    }

    /** The order in which the arms take turns; all orders are equally likely. */
    static List<Arm> shuffled(Collection<Arm> arms, Random random) {
        List<Arm> order = new ArrayList<>(arms);
        Collections.shuffle(order, random);
        return order;
    }

    private long check(Fork fork, int operations, long seed) throws MeasurementFailure {
        return asked(fork.arm(), 0, () -> checked(fork, operations, seed));
    }

    private long checked(Fork fork, int operations, long seed) throws MeasurementFailure {
        if (!(workload instanceof BatchInsert batch)) {
            return fork.check(workload.id(), operations, seed);
        }
        Endpoint endpoint = endpoint(fork.arm());
        fork.sql(endpoint, workload.reset(cell.database()));
        long digest = fork.check(workload.id(), operations, seed);
        String stored = fork.sql(endpoint, List.of(batch.count())).getFirst().getFirst();
        if (!stored.equals(Integer.toString(operations * batch.rows()))) {
            throw new MeasurementFailure("the " + fork.arm() + " arm of " + arms.get(fork.arm()).client(cell)
                    + " acknowledged "
                    + operations * batch.rows() + " rows of " + workload.id() + " but stored " + stored
                    + ", nothing was timed");
        }
        return digest;
    }

    private void reset(Map<Arm, Fork> field) throws MeasurementFailure {
        Set<Endpoint> done = new HashSet<>();
        for (Fork fork : field.values()) {
            if (done.add(endpoint(fork.arm()))) {
                fork.reset(workload, endpoint(fork.arm()));
            }
        }
    }

    private Endpoint endpoint(Arm arm) {
        return servers.get(arm).endpoint();
    }

    private Pair pair(int set, Map<Arm, Fork> field) throws MeasurementFailure {
        List<Arm> order = shuffled(field.keySet(), random);
        long seed = random.nextLong();
        List<ArmSlice> slices = new ArrayList<>();
        for (Arm arm : order) {
            ArmSlice slice = alone(arm, field, () -> asked(arm, sliceNanos,
                    () -> servers.get(arm).observe(arm, () -> field.get(arm).run(sliceNanos, seed))));
            if (slice.slice().errors() + slice.slice().wrong() > 0) {
                throw new MeasurementFailure("the " + arm + " arm of " + cell + " had " + slice.slice().errors()
                        + " errors and " + slice.slice().wrong() + " wrong results in one slice, first: "
                        + slice.slice().problem());
            }
            slices.add(new ArmSlice(arm, slice.slice().thinned(), slice.surroundings()));
        }
        return new Pair(set, slices);
    }

    /**
     * Asks it while the other arms are paused, if their pools work without being asked. Whichever of two pools looked after
     * its connections just before the other one had warmed the caches for it: of two forks of one recipe, one needed 0.7 to 1.4
     * times the CPU of the other for minutes.
     */
    private <R> R alone(Arm arm, Map<Arm, Fork> field, Asking<R> asking) throws MeasurementFailure {
        if (!(workload instanceof Idle)) {
            return asking.get();
        }
        List<Fork> others = field.values().stream().filter(fork -> fork.arm() != arm).toList();
        for (Fork other : others) {
            other.pause();
        }
        try {
            return asking.get();
        } finally {
            for (Fork other : others) {
                other.resume();
            }
        }
    }
}
