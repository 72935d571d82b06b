package dev.regatta.planted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.analysis.Bound;
import dev.regatta.analysis.Figures;
import dev.regatta.analysis.Metric;
import dev.regatta.baseline.Baselines;
import dev.regatta.client.ClientWrapper;
import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Harness;
import dev.regatta.gate.CellVerdict;
import dev.regatta.gate.CountReading;
import dev.regatta.gate.Verdict;
import dev.regatta.host.Placement;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Recipe;
import dev.regatta.race.ExperimentRunner;
import dev.regatta.race.Race;
import dev.regatta.recipe.Candidates;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.RecipeResolver;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.report.VerdictWords;
import dev.regatta.run.RacePlan;
import dev.regatta.run.RaceSession;
import dev.regatta.settings.Settings;
import dev.regatta.workload.Dialect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Races today's client against itself with a fault planted in one arm, on a real server: each fault gets the verdict or
 * the error it deserves. {@code mvn verify -Pplanted}; ten minutes and more.
 */
@TestInstance(Lifecycle.PER_CLASS)
class PlantedFaultsIT {

    private static final CellId CELL = CellId.of("postgresql/pgjdbc+hikari/platform/select-1");

    private static final CellId WAITING = CellId.of("postgresql/pgjdbc+hikari/platform/sleep-10");

    /** 64 in flight on four connections. */
    private static final CellId WAITING_FOR_A_CONNECTION = CellId.of("postgresql/pgjdbc+hikari/virtual/sleep-10");

    /** Twelve callers, eight of whom need a connection at the same time. */
    private static final CellId GROWING = CellId.of("postgresql/pgjdbc+hikari/virtual/pool-growth");

    /** Twelve callers, who find the connections ended by the server. */
    private static final CellId RECOVERING = CellId.of("postgresql/pgjdbc+hikari/virtual/pool-recovery");

    /** 64 in flight on four connections. */
    private static final CellId HANDED_OVER = CellId.of("postgresql/pgjdbc+hikari~4/virtual/select-1");

    /** The server needs two and a half times as long as the client. */
    private static final CellId OF_THE_SERVER = CellId.of("postgresql/pgjdbc+hikari/platform/rows-1000");

    /** So many more rows in a series of 1000 that are made, and not sent: 100 took 6.9 % more of the server's CPU. */
    private static final int ROWS_OF_FIVE_PERCENT = 75;

    /** An array of 16 bytes and these, beside the 1434 that an operation of the cell asks for. */
    private static final int FIVE_PERCENT_OF_THE_BYTES = 56;

    /** Time enough for all pairs, and for three sets of operations of a second. */
    private static final Duration LONG_RACE = Duration.ofMinutes(8);

    @TempDir
    private Path folder;
    private final Settings settings = settings();
    private ExperimentRunner runner;
    private RecipeResolver resolver;
    private ArmSetup sound;
    private ResolvedRecipe recipe;
    /** What the cell does on this machine: how large a fault of some percent is here; empty until a test asks. */
    private Optional<Figures> here = Optional.empty();

    private static Settings settings() {
        var properties = new Properties();
        properties.setProperty("regatta.seed", "7");
        properties.putAll(System.getProperties());
        properties.setProperty("regatta.watchdog", "8s");
        properties.setProperty("regatta.results", "target/regatta/planted");
        return new Settings(properties);
    }

    @BeforeAll
    void start() throws Exception {
        resolver = new RecipeResolver(Candidates.load(), settings.maven());
        recipe = resolver.today(CELL.client().stack());
        sound = ArmSetup.of(recipe, Jdk.running());
        runner = new ExperimentRunner(settings, Jdk.running(), settings.seed(), System.out::println);
    }

    @AfterAll
    void stop() {
        runner.close();
        resolver.close();
    }

    @Test
    void fivePercentMoreClientCpuIsRegressed() throws Exception {
        CellVerdict verdict = race(planted("kind=BUSY_SHARE", "share=0.05"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("client CPU is 1.0");
    }

    @Test
    void theSameFaultInTheBaselineIsAnImprovement() throws Exception {
        CellVerdict verdict = race(sound, planted("kind=BUSY_SHARE", "share=0.08"));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Improved.class);
    }

    /** A tenth of a millisecond in an operation of ten: 1 % of its throughput, and several times its CPU. */
    @Test
    void aClientThatSpinsWhereItShouldOnlyWaitIsRegressedByItsCpu() throws Exception {
        CellVerdict verdict = race(WAITING, planted("kind=BUSY", "nanos=100000"), sound, Duration.ofMinutes(4));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).containsExactly(Metric.CLIENT_CPU);
    }

    /** A slice holds two operations of each connection, and no race of a few minutes has many of them. */
    @Test
    void twelvePercentMoreOfAWaitIsRegressedAndTwelveLessImproved() throws Exception {
        ArmSetup slower = planted("kind=SERVER_WAIT", "nanos=1200000");
        CellVerdict lost = race(WAITING_FOR_A_CONNECTION, slower, sound, Duration.ofMinutes(4));
        assertThat(lost.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) lost.verdict()).metrics()).contains(Metric.THROUGHPUT);
        CellVerdict won = race(WAITING_FOR_A_CONNECTION, sound, slower, Duration.ofMinutes(4));
        assertThat(won.verdict()).isInstanceOf(Verdict.Improved.class);
    }

    @Test
    void fivePercentMoreAllocatedIsRegressedByTheCounter() throws Exception {
        CellVerdict verdict = race(planted("kind=ALLOCATE", "bytes=" + FIVE_PERCENT_OF_THE_BYTES), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("bytes allocated per operation, was");
    }

    @Test
    void fivePercentLessAllocatedIsNot() throws Exception {
        CellVerdict verdict = race(sound, planted("kind=ALLOCATE", "bytes=" + FIVE_PERCENT_OF_THE_BYTES));
        assertThat(verdict.verdict()).isNotInstanceOfAny(Verdict.Regressed.class, Verdict.Invalid.class);
        assertThat(verdict.warnings()).anyMatch(note -> note.contains("bytes allocated per operation, was"));
    }

    @Test
    void aDelayOfTheSlowestIsARegressedTail() throws Exception {
        CellVerdict verdict = race(planted("kind=SLOW_TAIL"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("tail latency is 1.");
    }

    /**
     * A slice that is struck loses 65 %, so that 6 to 7 % are lost in the mean; the trimmed mean sets nearly all of it
     * aside. What shows it is that extreme losses outnumber extreme gains in fork after fork.
     */
    @Test
    void aClientThatIsSlowInATenthOfItsSlicesIsRegressed() throws Exception {
        CellVerdict verdict = race(CELL, planted("kind=BUSY_AT_TIMES", "nanos=" + nanosThatCost(0.65)), sound,
                LONG_RACE);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    /** The watchdog waits for 8 s. */
    @ParameterizedTest
    @ValueSource(ints = {3, 20})
    void anOperationThatTakesSecondsIsRegressed(int seconds) throws Exception {
        CellVerdict verdict = race(planted("kind=SLOW", "nanos=" + seconds * 1_000_000_000L), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
    }

    /** With so little time the timing can say nothing: the first 12 pairs are all there is. */
    @Test
    void oneMoreRoundTripIsRegressedByItsCount() throws Exception {
        CellVerdict verdict = race(planted("kind=ROUND_TRIP"), sound, Duration.ofSeconds(1));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains("2.0 round trips per operation, was 1.0");
        CellVerdict mirrored = race(sound, planted("kind=ROUND_TRIP"), Duration.ofSeconds(1));
        assertThat(mirrored.verdict()).isNotInstanceOf(Verdict.Regressed.class);
        assertThat(mirrored.warnings()).contains("1.0 round trips per operation, was 2.0");
    }

    /** One connection, one round trip: the counter alone can see it, in the first 12 pairs. */
    @Test
    void oneMoreWriteIsRegressedByItsCount() throws Exception {
        CellVerdict verdict = race(halving(), sound, Duration.ofSeconds(1));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(VerdictWords.sentence(verdict)).contains(": 2.0 writes per operation, was 1.0 (options ");
        CellVerdict mirrored = race(sound, halving(), Duration.ofSeconds(1));
        assertThat(mirrored.verdict()).isNotInstanceOf(Verdict.Regressed.class);
        assertThat(mirrored.warnings()).contains("1.0 writes per operation, was 2.0");
    }

    /**
     * In a cell that the server limits, 5 % more of its CPU is 5 % less throughput, and nothing else: it shows as that,
     * with the server's CPU time beside it.
     */
    @Test
    void fivePercentMoreWorkForTheServerIsRegressedByTheThroughput() throws Exception {
        CellVerdict verdict = race(OF_THE_SERVER, planted("kind=SERVER_WORK", "rows=" + ROWS_OF_FIVE_PERCENT), sound,
                Duration.ofMinutes(4));
        CountReading serverCpu = verdict.counts().get(Counter.SERVER_CPU);
        assertThat(serverCpu.now().perOperation() / serverCpu.before().orElseThrow()).isBetween(1.03, 1.08);
        assertThat(verdict.counts().values()).noneMatch(CountReading::increased);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).contains(Metric.THROUGHPUT)
                .doesNotContain(Metric.CLIENT_CPU);
        assertThat(verdict.figures().orElseThrow().bound()).contains(Bound.SERVER);
    }

    @Test
    void aPoolThatOpensOneConnectionTooManyWhileItGrowsIsRegressedByTheCount() throws Exception {
        CellVerdict verdict = race(GROWING, planted("kind=ONE_TOO_MANY"), sound, Duration.ofMinutes(4));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        CountReading connections = verdict.counts().get(Counter.CONNECTIONS);
        assertThat(connections.now().perOperation()).isEqualTo(connections.before().orElseThrow() + 1);
        assertThat(VerdictWords.sentence(verdict)).contains("connections opened per operation, was");
    }

    @Test
    void aPoolThatSpinsWhileItsCallersWaitIsRegressedByItsCpu() throws Exception {
        CellVerdict verdict = race(GROWING, planted("kind=SPIN"), sound, Duration.ofMinutes(6));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).contains(Metric.CLIENT_CPU);
        assertThat(verdict.counts().get(Counter.CONNECTIONS).increased()).isFalse();
    }

    @Test
    void aPoolThatTakesATenthOfASecondLongerToRecoverIsRegressedByTheThroughput() throws Exception {
        CellVerdict verdict = race(RECOVERING, planted("kind=SLOW_RECOVERY", "nanos=100000000"), sound,
                LONG_RACE);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).contains(Metric.THROUGHPUT);
        assertThat(verdict.counts().get(Counter.FAILURES).now().perOperation()).isPositive();
        assertThat(verdict.counts().get(Counter.FAILURES).increased()).isFalse();
    }

    /** Against one that serves them in turn, as the pool itself does not: a caller that comes back overtakes those that wait. */
    @Test
    void aPoolThatServesTheNewestCallerFirstIsRegressedByItsTail() throws Exception {
        CellVerdict verdict = race(HANDED_OVER, planted("kind=NEWEST_FIRST", "callers=4"),
                planted("kind=IN_TURN", "callers=4"), Duration.ofMinutes(4));
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Regressed.class);
        assertThat(((Verdict.Regressed) verdict.verdict()).metrics()).contains(Metric.TAIL_LATENCY);
        CountReading fairness = verdict.counts().get(Counter.LONGEST_OVER_MEDIAN);
        assertThat(fairness.now().perOperation()).isGreaterThan(2 * fairness.before().orElseThrow());
    }

    @Test
    void wrongRowsAreInvalidBeforeAnythingIsTimed() throws Exception {
        CellVerdict verdict = race(planted("kind=WRONG", "every=3"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("wrong results").contains("nothing was timed");
    }

    @Test
    void aWrongRowNowAndThenIsInvalid() throws Exception {
        // Each logical worker comes this far in the warm-up at the latest: a race may end after 80 pairs.
        CellVerdict verdict = race(planted("kind=WRONG", "every=2000"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("wrong results");
    }

    /** The pool has none left, and waits longer for one than the watchdog waits for an answer. */
    @Test
    void aLeakedConnectionIsInvalid() throws Exception {
        CellVerdict verdict = race(planted("kind=LEAK", "every=5000"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("candidate").contains("did not answer");
    }

    @Test
    void aHangIsInvalidAndLeavesAThreadDump() throws Exception {
        CellVerdict verdict = race(planted("kind=HANG", "every=5000"), sound);
        assertThat(verdict.verdict()).isInstanceOf(Verdict.Invalid.class);
        assertThat(VerdictWords.sentence(verdict)).contains("did not answer").contains("its threads are in");
    }

    @Test
    void aHogOnTheDatabasesCpuIsNeverARegression() throws Exception {
        List<Process> hogs = new ArrayList<>();
        try {
            for (int cpu : Placement.detect().databaseCpus()) {
                hogs.add(new ProcessBuilder("taskset", "-c", Integer.toString(cpu), "sh", "-c", "while :; do :; done")
                        .start());
            }
            CellVerdict verdict = race(sound, sound);
            assertThat(verdict.verdict()).isInstanceOfAny(Verdict.Unchanged.class, Verdict.Inconclusive.class);
            assertThat(verdict.warnings()).anyMatch(warning -> warning.contains("slices were disturbed"));
        } finally {
            hogs.forEach(Process::destroyForcibly);
        }
    }

    private CellVerdict race(ArmSetup candidate, ArmSetup baseline) throws Exception {
        return race(candidate, baseline, Duration.ofMinutes(4));
    }

    private CellVerdict race(ArmSetup candidate, ArmSetup baseline, Duration time) throws Exception {
        return race(CELL, candidate, baseline, time);
    }

    private CellVerdict race(CellId cell, ArmSetup candidate, ArmSetup baseline, Duration time) throws Exception {
        var session = new RaceSession(runner, settings,
                RacePlan.of(List.of(new Race(cell, candidate, Optional.of(baseline), false, Optional.empty(),
                        cell.client().pool().map(size -> 16 * size)))),
                Map.of(Dialect.POSTGRESQL, Baselines.read(settings.baselines(), Dialect.POSTGRESQL)));
        session.prepare(cell.database());
        session.allow(time);
        CellVerdict verdict = session.judge(session.measure(cell));
        System.out.println(verdict.verdict().word() + ": " + VerdictWords.sentence(verdict));
        return verdict;
    }

    private ArmSetup halving() {
        var options = new TreeMap<>(recipe.recipe().options());
        options.put("socketFactory", HalvedWrites.class.getName());
        return new ArmSetup(
                new ResolvedRecipe(new Recipe(recipe.recipe().stack(), recipe.recipe().artifacts(), options),
                        recipe.classPath()),
                Jdk.running(),
                Harness.of(List.of(Path.of("target", "test-classes").toAbsolutePath()), List.of(),
                        "planted one more write",
                        folder));
    }

    private ArmSetup planted(String... fault) throws IOException {
        Path classes = Files.createTempDirectory(folder, "fault");
        Path services = Files.createDirectories(classes.resolve("META-INF").resolve("services"));
        Files.writeString(services.resolve(ClientWrapper.class.getName()), PlantedFault.class.getName());
        Files.write(classes.resolve(PlantedFault.FILE), List.of(fault));
        return new ArmSetup(recipe, Jdk.running(),
                Harness.of(List.of(classes, Path.of("target", "test-classes").toAbsolutePath()), List.of(),
                        "planted " + String.join(" ", fault), folder));
    }

    private Figures here() throws Exception {
        if (here.isEmpty()) {
            here = Optional.of(race(sound, sound, Duration.ofSeconds(30)).figures().orElseThrow().candidate());
        }
        return here.get();
    }

    /** How much longer one operation after another must take on the client's CPU to lose a share of the throughput. */
    private long nanosThatCost(double share) throws Exception {
        return Math.round(share / (1 - share) * 1e9 / here().operationsPerSecond());
    }
}
