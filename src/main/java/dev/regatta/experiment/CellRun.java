package dev.regatta.experiment;

import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Timetable;
import dev.regatta.workload.BatchInsert;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Measures one cell: for every stage fresh forks of all arms, checked, warmed up, then pairs of slices in a random order,
 * until the referee has decided, the budget is spent, or the last stage is over.
 */
final class CellRun {

    /** Operations with many statements are checked fewer times, each connection at least once. */
    private static final int CHECKED_STATEMENTS = 40;
    private static final int IDLE_TURNS = 5;
    /** Two sides whose throughputs differ by this factor need not be steady to be told apart. */
    private static final double UNEVEN = 4;
    private static final int UNEVEN_ROUNDS = 8;
    /** The forks of so many stages stay, warm for the client's next cell; few cells need more, and each fork takes memory. */
    private static final int KEPT_STAGES = 5;

    private final Race race;
    private final CellId cell;
    private final Workload workload;
    private final Map<Arm, Contender> arms;
    private final Endpoint endpoint;
    private final int connections;
    private final Forks forks;
    private final Observer observer;
    private final Referee referee;
    private final Random random;
    private final BooleanSupplier outOfBudget;
    private final Consumer<String> standing;
    private final Consumer<String> decision;

    private final List<Pair> pairs = new ArrayList<>();
    private final List<ForkStart> starts = new ArrayList<>();
    private Map<Arm, Fork> last = Map.of();
    private long sliceNanos;

    CellRun(Race race, Workload workload, Map<Arm, Contender> arms, Endpoint endpoint, int connections,
            Forks forks, Observer observer, Referee referee, long seed, BooleanSupplier outOfBudget,
            Consumer<String> standing, Consumer<String> decision) {
        this.race = race;
        this.cell = race.cell();
        this.workload = workload;
        this.arms = arms;
        this.endpoint = endpoint;
        this.connections = connections;
        this.forks = forks;
        this.observer = observer;
        this.referee = referee;
        this.random = new Random(seed ^ cell.toString().hashCode());
        this.outOfBudget = outOfBudget;
        this.standing = standing;
        this.decision = decision;
    }

    /** What has been measured so far. */
    CellMeasurement soFar(Optional<String> failure, boolean budgetSpent) {
        return new CellMeasurement(cell, race.candidate().recipe().recipe(), race.baselineRecipe(), connections,
                (int) (sliceNanos / 1_000_000), starts, pairs, failure, budgetSpent);
    }

    /** Measures until decided, out of budget, or through. */
    CellMeasurement measure() throws MeasurementFailure {
        List<Integer> stages = referee.stages();
        int planned = stages.stream().mapToInt(Integer::intValue).sum();
        boolean confirming = false;
        for (int stage = 1; stage <= stages.size(); stage++) {
            forks.release(last.values(), stage - 1 <= KEPT_STAGES);
            Map<Arm, Fork> field = line(stage);
            last = field;
            confirming = false;
            // A suspicion ends the first stage early; if it was wrong, the last one makes up for it.
            int end = stage == stages.size() ? planned : pairs.size() + stages.get(stage - 1);
            while (pairs.size() < end && !confirming) {
                pairs.add(pair(stage, field));
                if (referee.looks().contains(pairs.size())) {
                    Referee.Ruling ruling = referee.rule(soFar(Optional.empty(), false));
                    standing.accept(pairs.size() + " pairs, " + ruling.standing());
                    if (ruling.decided()) {
                        decision.accept(ruling.standing() + " (" + pairs.size() + " pairs)");
                        return soFar(Optional.empty(), false);
                    }
                    confirming = ruling.confirm();
                }
                if (pairs.size() >= referee.fewestPairs() && outOfBudget.getAsBoolean()) {
                    return soFar(Optional.empty(), true);
                }
            }
        }
        return soFar(Optional.empty(), false);
    }

    /** What the forks of the last stage occupy, the reference's left out; asked when timing is over. */
    List<Counts> footprints() throws MeasurementFailure {
        List<Counts> footprints = new ArrayList<>();
        for (Fork fork : last.values()) {
            if (fork.arm() != Arm.REFERENCE) {
                footprints.add(FootprintSlice.of(fork, random.nextLong()));
            }
        }
        return footprints;
    }

    /** Brings one fork of each arm to the line: open, checked against each other, warm. */
    private Map<Arm, Fork> line(int stage) throws MeasurementFailure {
        Map<Arm, Fork> field = new LinkedHashMap<>();
        Map<Arm, Long> digests = new LinkedHashMap<>();
        long seed = random.nextLong();
        for (Arm arm : arms.keySet()) {
            standing.accept("starting the " + arm + " fork of stage " + stage);
            ClientId client = arm == Arm.REFERENCE ? ExperimentRunner.reference(cell.client()) : cell.client();
            Fork fork = forks.of(cell.database(), client, arm, stage, arms.get(arm));
            // Until it is warm: opening and checking are half compiling.
            forks.spread(fork);
            fork.open(workload.id(), endpoint, connections);
            field.put(arm, fork);
            digests.put(arm, check(fork, seed));
        }
        if (digests.values().stream().distinct().count() > 1) {
            throw new MeasurementFailure(
                    "the arms do not agree on the results of " + workload.id() + ", nothing was timed: " + digests);
        }
        Pace pace = warmUp(stage, field, seed);
        if (sliceNanos == 0) {
            sliceNanos = pace.sliceNanos();
        }
        reset(field);
        return field;
    }

    /**
     * Warms all arms up by turns, as they will be timed: an arm warmed up alone would meet its first idle moment, and what
     * its pool does then, in a timed slice, and be recompiled for it. An arm that is steady takes every {@value #IDLE_TURNS}th turn until
     * all are.
     *
     * <p>
     * Where the two sides of a duel are as far apart as {@link #UNEVEN} it ends early: no warm-up would close that gap, and
     * a slow side would take long to become steady. What is concluded from it must be confirmed by fresh forks.
     *
     * @return how fast the arms are now
     */
    private Pace warmUp(int stage, Map<Arm, Fork> field, long seed) throws MeasurementFailure {
        Map<Fork, WarmUp> warmUps = new LinkedHashMap<>();
        field.values().forEach(fork -> warmUps.put(fork, fork.warmUpFor(workload.id())));
        boolean uneven = false;
        for (int round = 0; !uneven && warmUps.values().stream().anyMatch(warmUp -> !warmUp.over()); round++) {
            standing.accept("warming up stage " + stage + ", round " + (round + 1));
            if (round == Timetable.REST_ROUND) {
                LockSupport.parkNanos(Timetable.REST_NANOS);
            }
            for (Map.Entry<Fork, WarmUp> entry : warmUps.entrySet()) {
                if (!entry.getValue().over() || round % IDLE_TURNS == 0) {
                    entry.getKey().warm(entry.getValue(), workload.id(), seed + round);
                }
            }
            uneven = round + 1 >= UNEVEN_ROUNDS && uneven(field, warmUps);
        }
        for (Fork fork : field.values()) {
            forks.gather(fork);
        }
        warmUps.forEach((fork, warmUp) -> starts.add(fork.started(warmUp, workload.id())));
        DoubleSummaryStatistics throughputs = warmUps.values().stream().mapToDouble(WarmUp::throughput)
                .summaryStatistics();
        return new Pace(throughputs.getMin(), uneven ? throughputs.getMax() : throughputs.getMin());
    }

    /** Whether one side of a duel has several times the throughput of the other. */
    private static boolean uneven(Map<Arm, Fork> field, Map<Fork, WarmUp> warmUps) {
        if (!field.containsKey(Arm.BASELINE)) {
            return false;
        }
        double one = warmUps.get(field.get(Arm.CANDIDATE)).throughput();
        double other = warmUps.get(field.get(Arm.BASELINE)).throughput();
        return Math.max(one, other) > UNEVEN * Math.min(one, other);
    }

    /** How many operations are checked before anything else: every connection at least one. */
    static int checkedOperations(Workload workload, int connections) {
        return workload instanceof BatchInsert
                ? connections
                : Math.max(connections, CHECKED_STATEMENTS / Math.max(1, workload.keys()));
    }

    private long check(Fork fork, long seed) throws MeasurementFailure {
        if (!(workload instanceof BatchInsert batch)) {
            return fork.check(workload.id(), checkedOperations(workload, connections), seed);
        }
        fork.sql(endpoint, workload.reset(endpoint.dialect()));
        int batches = checkedOperations(workload, connections);
        long digest = fork.check(workload.id(), batches, seed);
        String stored = fork.sql(endpoint, List.of(batch.count())).getFirst().getFirst();
        if (!stored.equals(Integer.toString(batches * batch.rows()))) {
            throw new MeasurementFailure("the " + fork.arm() + " arm of " + cell.client() + " acknowledged "
                    + batches * batch.rows() + " rows of " + workload.id() + " but stored " + stored
                    + ", nothing was timed");
        }
        return digest;
    }

    private void reset(Map<Arm, Fork> field) throws MeasurementFailure {
        List<String> statements = workload.reset(endpoint.dialect());
        if (!statements.isEmpty()) {
            field.get(Arm.CANDIDATE).sql(endpoint, statements);
        }
    }

    private Pair pair(int stage, Map<Arm, Fork> field) throws MeasurementFailure {
        List<Arm> order = new ArrayList<>(field.keySet());
        Collections.shuffle(order, random);
        long seed = random.nextLong();
        List<ArmSlice> slices = new ArrayList<>();
        for (Arm arm : order) {
            ArmSlice slice = observer.observe(arm, () -> field.get(arm).run(sliceNanos, seed));
            if (slice.slice().errors() + slice.slice().wrong() > 0) {
                throw new MeasurementFailure("the " + arm + " arm of " + cell + " had " + slice.slice().errors()
                        + " errors and " + slice.slice().wrong() + " wrong results in one slice, first: "
                        + slice.slice().problem());
            }
            slices.add(slice);
        }
        return new Pair(stage, slices);
    }
}
