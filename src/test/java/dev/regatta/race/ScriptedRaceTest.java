package dev.regatta.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.analysis.StoppingRule;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.ScriptedFork;
import dev.regatta.fork.ScriptedForks;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WarmUp;
import dev.regatta.load.Clock;
import dev.regatta.protocol.Answer;
import dev.regatta.host.Scheduling;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ArmSlice;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.CellMeasurement;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Counts;
import dev.regatta.protocol.Footprint;
import dev.regatta.protocol.ForkStart;
import dev.regatta.protocol.Pair;
import dev.regatta.protocol.Recipe;
import dev.regatta.protocol.Slice;
import dev.regatta.protocol.Standstill;
import dev.regatta.protocol.Untimed;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The path of a race through its sets, with forks that do what the test says. */
class ScriptedRaceTest {

    private CellId cell = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");

    private final Map<Arm, ArmSetup> arms = new EnumMap<>(
            Map.of(Arm.CANDIDATE, setup("new"), Arm.BASELINE, setup("old")));
    private final ScriptedForks source = new ScriptedForks();
    private final List<String> decisions = new ArrayList<>();
    private long endNanos = Long.MAX_VALUE / 2;

    @Test
    void itStopsAtTheLookThatDecides() throws MeasurementFailure {
        CellMeasurement measured = race(new Rule(List.of(64, 64), Set.of(16, 32, 64), pairs -> decided(pairs == 32)));
        assertThat(measured.pairs()).hasSize(32).allMatch(pair -> pair.set() == 1);
        assertThat(measured.timed().outOfBudget()).isFalse();
        assertThat(decisions).containsExactly("16 pairs, 16 seen", "32 seen (32 pairs)");
    }

    @Test
    void everyPairHasOneSliceOfEachArmInAnOrderThatIsDrawn() throws MeasurementFailure {
        CellMeasurement measured = race(new Rule(List.of(200), Set.of(200), pairs -> decided(false)));
        assertThat(measured.pairs()).hasSize(200).allSatisfy(
                pair -> assertThat(pair.slices()).extracting(ArmSlice::arm).containsExactlyInAnyOrder(Arm.CANDIDATE,
                        Arm.BASELINE));
        long candidateFirst = measured.pairs().stream()
                .filter(pair -> pair.slices().getFirst().arm() == Arm.CANDIDATE).count();
        // 100 are expected, with a standard deviation of 7.
        assertThat(candidateFirst).isBetween(65L, 135L);
    }

    @Test
    void eachSetHasForksOfItsOwn() throws MeasurementFailure {
        CellMeasurement measured = race(new Rule(List.of(16, 16, 16), Set.of(16, 32, 48), pairs -> decided(false)));
        assertThat(perSet(measured)).isEqualTo(Map.of(1, 16L, 2, 16L, 3, 16L));
        assertThat(source.forks).hasSize(6);
        assertThat(measured.forks()).hasSize(6);
        assertThat(source.renewed).as("before their forks are asked for").containsExactly(1, 2, 3);
    }

    @Test
    void aLookMayAskForFreshForks() throws MeasurementFailure {
        CellMeasurement measured = race(new Rule(List.of(64, 64), Set.of(16, 128),
                pairs -> new StoppingRule.Ruling(false, pairs + " seen", pairs == 16)));
        assertThat(perSet(measured)).isEqualTo(Map.of(1, 16L, 2, 64L));
    }

    @Test
    void aBudgetThatIsSpentEndsItWithTheFewestPairs() throws MeasurementFailure {
        endNanos = Clock.nanos();
        CellMeasurement measured = race(new Rule(List.of(64), Set.of(16, 32), pairs -> decided(false)));
        assertThat(measured.pairs()).hasSize(16);
        assertThat(measured.timed().outOfBudget()).isTrue();
    }

    @Test
    void armsThatAnswerDifferentlyAreNotTimed() {
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public long check(String workload, int checked, long seed) {
                return arm == Arm.CANDIDATE ? 1 : 2;
            }
        };
        assertThatThrownBy(() -> race(new Rule(List.of(16), Set.of(16), pairs -> decided(true))))
                .isInstanceOf(MeasurementFailure.class)
                .hasMessageContaining("the arms do not agree on the results of select-1, nothing was timed");
    }

    /** What its warm-up added is gone before anything is timed. */
    @Test
    void aProjectsOwnCodeIsResetWhenItIsWarm() throws MeasurementFailure {
        cell = CellId.of("postgresql/shop.Races/platform/addOrder()");
        race(new Rule(List.of(16, 16), Set.of(16, 32), pairs -> decided(false)));
        assertThat(source.forks).hasSize(4);
        source.forks.values().forEach(fork -> {
            assertThat(fork.asked).containsOnlyOnce("reset").containsSubsequence("warm", "reset", "run");
            assertThat(fork.asked.lastIndexOf("warm")).isLessThan(fork.asked.indexOf("reset"));
            assertThat(fork.asked.indexOf("run")).isGreaterThan(fork.asked.indexOf("reset"));
        });
    }

    /** A fork may have run another workload before. */
    @Test
    void onlyForksWhoseOperationsOpenPoolsDoNotRunInRealTime() throws MeasurementFailure {
        race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(source.scheduled).containsExactly(Scheduling.FIRST, Scheduling.FIRST);
        source.scheduled.clear();
        cell = CellId.of("postgresql/pgjdbc+hikari/platform/pool-growth");
        race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(source.scheduled).containsExactly(Scheduling.SHARED, Scheduling.SHARED);
    }

    /** An idle pool works without being asked, beside the one that is timed. */
    @Test
    void onlyWhereNobodyAsksIsTheOtherArmPaused() throws MeasurementFailure {
        race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(source.forks.values()).allSatisfy(fork -> assertThat(fork.asked).doesNotContain("pause", "resume"));
        source.forks.clear();
        cell = CellId.of("postgresql/pgjdbc+hikari/platform/idle");
        race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(source.forks.values()).hasSize(2).allSatisfy(fork -> {
            List<String> timed = fork.asked.stream().filter(Set.of("pause", "resume", "run")::contains).toList();
            assertThat(timed).hasSize(3 * 16);
            assertThat(String.join(" ", timed).replace("pause resume", "").replace("run", "")).isBlank();
        });
    }

    @Test
    void twoSetsInWhichOneArmEndsNothingAreTold() throws MeasurementFailure {
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public long check(String workload, int checked, long seed) throws MeasurementFailure {
                if (arm == Arm.CANDIDATE) {
                    throw new Unanswered("the candidate did not answer", Path.of("threads.txt"), 20_000_000_000L);
                }
                return seed;
            }
        };
        CellMeasurement measured = race(new Rule(List.of(16, 16, 16), Set.of(16), pairs -> decided(false)));
        assertThat(measured.pairs()).isEmpty();
        assertThat(measured.timed().standstills()).extracting(Standstill::arm).containsExactly(Arm.CANDIDATE,
                Arm.CANDIDATE);
        assertThat(source.killed).isEqualTo(2);
        assertThat(decisions).hasSize(1);
    }

    /** It says nothing of the versions beside it, of which neither may gain by it. */
    @Test
    void aRawWireThatDoesNotAnswerEndsTheCell() {
        arms.put(Arm.REFERENCE, setup("wire"));
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public long check(String workload, int checked, long seed) throws MeasurementFailure {
                if (arm == Arm.REFERENCE) {
                    throw new Unanswered("the wire did not answer", Path.of("threads.txt"), 20_000_000_000L);
                }
                return seed;
            }
        };
        CellRun run = run(new Rule(List.of(16, 16, 16), Set.of(16), pairs -> decided(false)));
        assertThatThrownBy(run::measure).isInstanceOf(Unanswered.class).hasMessage("the wire did not answer");
        assertThat(run.soFar(Optional.empty(), false).timed().standstills()).isEmpty();
    }

    /** What it occupies decides nothing: a race that was measured stays one. */
    @Test
    void aForkThatFailsOnceTheTimingIsOverLeavesAnAbsentReading() throws MeasurementFailure {
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public Footprint inspect(long nanos, long seed) throws MeasurementFailure {
                throw new MeasurementFailure("the service is gone");
            }
        };
        CellRun run = run(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(run.measure().pairs()).hasSize(16);
        List<Counts> footprints = run.footprints();
        assertThat(footprints).hasSize(1);
        assertThat(footprints.getFirst().values()).isEmpty();
        assertThat(footprints.getFirst().absences()).containsEntry(Counter.PRIVATE_MEMORY, "the service is gone");
        assertThat(source.killed).as("nobody knows what the others do").isEqualTo(1);
    }

    @Test
    void anErrorInASliceEndsTheCell() {
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public Answer.Ran run(long nanos, long seed) {
                return new Answer.Ran(slice(arm == Arm.BASELINE ? "connection reset" : ""), Optional.empty());
            }
        };
        assertThatThrownBy(() -> race(new Rule(List.of(16), Set.of(16), pairs -> decided(true))))
                .isInstanceOf(MeasurementFailure.class)
                .hasMessage("the baseline arm of " + cell
                        + " had 1 errors and 0 wrong results in one slice, first: connection reset");
    }

    /** A collapse needs no warm forks to be told: the warm-up of the first set ends early. */
    @Test
    void armsThatAreFarApartAreWarmedUpBriefly() throws MeasurementFailure {
        source.maker = (arm, set) -> new ScriptedFork(arm, set, arm == Arm.CANDIDATE ? 10 : 1000) {
            @Override
            public WarmUp warmUpFor(String workload, boolean brief) {
                return WarmUp.ofFreshFork();
            }
        };
        CellMeasurement measured = race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(measured.forks()).hasSize(2).allMatch(start -> start.warmUpSlices() == 8 && !start.steady());
    }

    /** Every set of two clients counts: one that only takes longer to compile must not be timed before it has. */
    @Test
    void twoClientsAreWarmedUpWhollyHoweverFarApartTheyBegin() throws MeasurementFailure {
        arms.replaceAll((arm, setup) -> setup.as(cell.client()));
        source.maker = gettingFaster(0, 10);
        CellMeasurement measured = race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(measured.forks()).hasSize(2).allMatch(start -> start.warmUpSlices() > 8);
    }

    /** One that was steady early, and rested, had half of its code compiled yet, and needed twice the CPU time. */
    @Test
    void bothVersionsWarmUpForAsLong() throws MeasurementFailure {
        source.maker = gettingFaster(300, 20);
        CellMeasurement measured = race(new Rule(List.of(16), Set.of(16), pairs -> decided(true)));
        assertThat(measured.forks()).hasSize(2).allMatch(ForkStart::steady)
                .allMatch(start -> start.warmUpSlices() > 30)
                .extracting(ForkStart::warmUpSlices).containsOnly(measured.forks().getFirst().warmUpSlices());
    }

    /** Forks of which the candidate's do so many operations more in each slice until they do 1000, as the others do. */
    private static ScriptedForks.Maker gettingFaster(int first, int more) {
        return (arm, set) -> new ScriptedFork(arm, set, 1000) {
            private int asked;

            @Override
            public WarmUp warmUpFor(String workload, boolean brief) {
                return WarmUp.ofFreshFork();
            }

            @Override
            public Slice slice(String problem) {
                Slice slice = super.slice(problem);
                int done = arm == Arm.CANDIDATE ? Math.min(1000, first + more * ++asked) : slice.allOperations();
                return new Slice(done, slice.windowNanos(), done, slice.cpuNanos(), 0, 0, "", 0, slice.latencies());
            }
        };
    }

    /** A count has told the verdict: the times only say what it costs. Any other race gets its whole warm-up. */
    @Test
    void whatIsSettledBeforeTheTimingIsWarmedUpBriefly() throws MeasurementFailure {
        assertThat(briefly(Optional.of("one round trip more"))).isEqualTo(Map.of(1, Set.of(true), 2, Set.of(false)));
    }

    @Test
    void nothingElseIsWarmedUpBriefly() throws MeasurementFailure {
        assertThat(briefly(Optional.empty())).isEqualTo(Map.of(1, Set.of(false), 2, Set.of(false)));
    }

    /** By set: whether its forks were asked for a brief warm-up. */
    private Map<Integer, Set<Boolean>> briefly(Optional<String> settled) throws MeasurementFailure {
        Map<Integer, Set<Boolean>> brevity = new TreeMap<>();
        source.maker = (arm, set) -> new ScriptedFork(arm, set, 1000) {
            @Override
            public WarmUp warmUpFor(String workload, boolean brief) {
                brevity.computeIfAbsent(set, s -> new TreeSet<>()).add(brief);
                return super.warmUpFor(workload, brief);
            }
        };
        CellRun run = run(new Rule(List.of(16, 16), Set.of(16, 32), pairs -> decided(false), settled));
        run.know(Untimed.NOTHING);
        assertThat(run.measure().pairs()).hasSize(32);
        return brevity;
    }

    private static Map<Integer, Long> perSet(CellMeasurement measured) {
        return measured.pairs().stream().collect(Collectors.groupingBy(Pair::set, Collectors.counting()));
    }

    private static StoppingRule.Ruling decided(boolean yes) {
        return new StoppingRule.Ruling(yes, "");
    }

    private CellMeasurement race(Rule rule) throws MeasurementFailure {
        return run(rule).measure();
    }

    private CellRun run(Rule rule) {
        var race = new Race(cell, arms.get(Arm.CANDIDATE), Optional.of(arms.get(Arm.BASELINE)), false);
        return new CellRun(race, Workloads.of(cell.workload()), arms, new TreeMap<>(),
                Map.of(Arm.CANDIDATE, new QuietServer("candidate"), Arm.BASELINE, new QuietServer("baseline"),
                        Arm.REFERENCE, new QuietServer("wire")),
                4,
                source, rule, 1, new CellBudget(endNanos),
                standing -> {
                }, decisions::add);
    }

    private static ArmSetup setup(String version) {
        return ArmSetup.of(new ResolvedRecipe(new Recipe(version, List.of(), new TreeMap<>()), List.of()),
                Jdk.running());
    }

    /** Asks {@code ruling} at its looks, and says how many pairs it has seen. */
    private record Rule(List<Integer> sets, Set<Integer> looks, IntFunction<Ruling> ruling, Optional<String> told)
            implements
                StoppingRule {

        Rule {
            looks = new TreeSet<>(looks);
        }

        Rule(List<Integer> sets, Set<Integer> looks, IntFunction<Ruling> ruling) {
            this(sets, looks, ruling, Optional.empty());
        }

        @Override
        public Optional<String> settled(CellMeasurement untimed) {
            return told;
        }

        @Override
        public Ruling rule(CellMeasurement soFar) {
            int pairs = soFar.pairs().size();
            Ruling said = ruling.apply(pairs);
            return new Ruling(said.decided(), pairs + " seen", said.fresh());
        }
    }
}
