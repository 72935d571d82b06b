package dev.regatta.untimed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.fork.ArmSetup;
import dev.regatta.fork.Fork;
import dev.regatta.fork.MeasurementFailure;
import dev.regatta.fork.PacedFork;
import dev.regatta.fork.Unanswered;
import dev.regatta.fork.WrongResults;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.CellId;
import dev.regatta.protocol.Untimed;
import dev.regatta.protocol.Counter;
import dev.regatta.protocol.Pinning;
import dev.regatta.protocol.Pins;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.regatta.protocol.ClientId;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What is not timed has a bound as well, however long an operation takes; and the other arm is still read. */
class SlowArmTest {

    private static final long FAST = 100_000;
    private static final long TENTH = 100_000_000;
    private static final long TWO_SECONDS = 2_000_000_000L;
    private static final long TWENTY_SECONDS = 20_000_000_000L;
    private static final Endpoint NOWHERE = new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 1, "db", "user", "password");
    private static final Workload SELECT = Workloads.of("select-1");
    private static final ArmSetup SETUP = ArmSetup.of(
            new ResolvedRecipe(new Recipe("pgjdbc+hikari", List.of(), new TreeMap<>()), List.of()),
            new Jdk(Path.of("jdk"), 25, "25"));
    private static final Map<Arm, ArmSetup> BOTH = new EnumMap<>(
            Map.of(Arm.CANDIDATE, SETUP, Arm.BASELINE, SETUP));

    private final PacedFork.Time time = new PacedFork.Time();
    private final long start = time.nanos();
    private final Map<Arm, Long> each = new EnumMap<>(Map.of(Arm.CANDIDATE, FAST, Arm.BASELINE, FAST));

    private final AskedForks forks = new AskedForks() {
        @Override
        public Fork untimed(Kind kind, Dialect database, ClientId client, Arm arm, ArmSetup setup,
                List<String> options) {
            asked.add(kind + " " + arm);
            return new PacedFork(arm, time, each.get(arm));
        }
    };

    @ParameterizedTest
    @ValueSource(longs = {TWO_SECONDS, TWENTY_SECONDS})
    void aCandidateIsGivenUpAfterSecondsAndTheBaselineIsRead(long slow) throws WrongResults {
        each.put(Arm.CANDIDATE, slow);
        UntimedSlices slices = slices("pgjdbc+hikari/virtual", Duration.ofMinutes(1));
        Untimed read = slices.exact(BOTH, doing -> {
        });
        assertThat(spent()).isLessThan(Duration.ofMillis(7500));
        assertThat(read.counts(Arm.CANDIDATE).orElseThrow().values()).isEmpty();
        assertThat(read.counts(Arm.CANDIDATE).orElseThrow().absences()).containsKeys(Counter.ROUND_TRIPS,
                Counter.WRITES, Counter.ALLOCATED_BYTES);
        assertThat(read.pinning(Arm.CANDIDATE).flatMap(Pinning::pins)).isEmpty();
        assertThat(read.counts(Arm.BASELINE).orElseThrow().values()).containsKeys(Counter.ROUND_TRIPS,
                Counter.ALLOCATED_BYTES);
        assertThat(read.pinning(Arm.BASELINE).flatMap(Pinning::pins).map(Pins::operations)).isNotEmpty();
        assertThat(slices.givenUp(Arm.CANDIDATE)).isPresent();
        assertThat(slices.givenUp(Arm.BASELINE)).isEmpty();

        Duration before = spent();
        Untimed pools = read.and(Untimed.counted(slices.pools(BOTH, doing -> {
        })));
        assertThat(spent().minus(before)).isLessThan(Duration.ofSeconds(2));
        assertThat(pools.counts(Arm.CANDIDATE).orElseThrow().absences()).containsKey(Counter.ACQUIRE_TIME);
        assertThat(forks.asked).doesNotContain("METERED candidate").contains("METERED baseline");
    }

    @Test
    void theReasonSaysHowSlowItIs() throws WrongResults {
        assertThat(whyNotCounted(TWO_SECONDS))
                .isEqualTo("an operation takes 2.00 s: 14 more do not fit into the 2 s that are left for what is not"
                        + " timed");
    }

    /** It was waited for as long as the allowance lasted, and not for the rest of it that the message names. */
    @Test
    void theReasonSaysThatTheTimeIsOver() throws WrongResults {
        assertThat(whyNotCounted(TWENTY_SECONDS))
                .isEqualTo("the 6 s that it had for what is not timed are over: candidate did not answer");
    }

    /** Why the round trips of a candidate could not be counted, an operation of which takes so many nanoseconds. */
    private String whyNotCounted(long slow) throws WrongResults {
        each.put(Arm.CANDIDATE, slow);
        return slices("pgjdbc+hikari/platform", Duration.ofMinutes(1)).exact(BOTH, doing -> {
        }).counts(Arm.CANDIDATE).orElseThrow().absences().get(Counter.ROUND_TRIPS);
    }

    /** A count of an operation that takes a tenth of a second is as exact as any other. */
    @Test
    void slowerOperationsAreCountedFewerTimes() throws WrongResults {
        each.put(Arm.CANDIDATE, TENTH);
        Untimed read = slices("pgjdbc+hikari/platform", Duration.ofMinutes(1))
                .exact(BOTH, doing -> {
                });
        assertThat(read.counts(Arm.CANDIDATE).orElseThrow().of(Counter.ROUND_TRIPS).orElseThrow().operations())
                .isBetween(5L, 30L);
        assertThat(read.counts(Arm.BASELINE).orElseThrow().of(Counter.ROUND_TRIPS).orElseThrow().operations())
                .isEqualTo(60);
        assertThat(spent()).isLessThan(Duration.ofSeconds(7));
    }

    /** Neither arm is far slower than the other: then the budget is the only bound. */
    @Test
    void operationsThatAreSlowInBothArmsAreCountedIfTheBudgetAllows() throws WrongResults {
        each.replaceAll((arm, fast) -> TWO_SECONDS);
        Untimed read = slices("pgjdbc+hikari/platform", Duration.ofMinutes(2))
                .exact(BOTH, doing -> {
                });
        assertThat(read.counts()).hasSize(2)
                .allSatisfy(counts -> assertThat(counts.of(Counter.ROUND_TRIPS)).isPresent());
        assertThat(spent()).isLessThan(Duration.ofMinutes(4));
        Duration before = spent();
        assertThat(slices("pgjdbc+hikari/platform", Duration.ofSeconds(30))
                .exact(BOTH, doing -> {
                }).counts(Arm.CANDIDATE).orElseThrow().values()).isEmpty();
        assertThat(spent().minus(before)).isLessThan(Duration.ofSeconds(40));
    }

    /** As a short check that compares no times. */
    @Test
    void anArmAloneHasABoundAsWell() throws WrongResults {
        Duration most = Duration.ofSeconds(66);
        Map<Arm, ArmSetup> alone = Map.of(Arm.CANDIDATE, SETUP);
        each.put(Arm.CANDIDATE, TWO_SECONDS);
        assertThat(slices("pgjdbc+hikari/platform", most).exact(alone, doing -> {
        }).counts(Arm.CANDIDATE).orElseThrow().of(Counter.ROUND_TRIPS)).isPresent();
        assertThat(spent()).isLessThan(most);
        each.put(Arm.CANDIDATE, TWENTY_SECONDS);
        Duration before = spent();
        assertThat(slices("pgjdbc+hikari/platform", most).exact(alone, doing -> {
        }).counts(Arm.CANDIDATE).orElseThrow().values()).isEmpty();
        assertThat(spent().minus(before)).isLessThan(most);
    }

    @ParameterizedTest
    @ValueSource(longs = {TWO_SECONDS, TWENTY_SECONDS})
    void everySliceEndsByItself(long slow) {
        List<Allowance.Part> parts = List.of(
                () -> new CountingSlice(SELECT, NOWHERE, OptionalLong::empty).of(Arm.CANDIDATE, fork(slow),
                        Duration.ofMillis(1), allowance(), Optional.empty()),
                () -> new AllocationSlice(SELECT, NOWHERE).of(Arm.CANDIDATE, fork(slow), allowance()),
                () -> new PinningSlice(SELECT, NOWHERE, 4, 1).of(Arm.CANDIDATE, fork(slow), allowance()),
                () -> new ProfilingSlice(CellId.of("postgresql/pgjdbc+hikari/platform/select-1"), SELECT, NOWHERE, 4,
                        null, Path.of(""), 1).of(Arm.CANDIDATE, fork(slow), allowance(), Path.of("candidate.jfr")));
        for (Allowance.Part part : parts) {
            long before = time.nanos();
            assertThatThrownBy(part::run).isInstanceOf(MeasurementFailure.class);
            assertThat(Duration.ofNanos(time.nanos() - before)).isLessThanOrEqualTo(Allowance.LEAST);
        }
    }

    /** Pools, and what is shared of connections, run one slice each; what a fork occupies is asked of a warm one. */
    @Test
    void whatRunsOneSliceIsWaitedForNoLonger() throws MeasurementFailure {
        for (String client : List.of("pgjdbc+hikari/platform", "vertx-pg-client+pipelined/event-loop")) {
            each.put(Arm.CANDIDATE, TWENTY_SECONDS);
            Duration before = spent();
            UntimedSlices slices = slices(client, Duration.ofMinutes(1));
            Untimed read = Untimed.counted(slices.pools(BOTH, doing -> {
            }));
            assertThat(spent().minus(before)).as(client).isLessThan(Duration.ofMillis(7500));
            assertThat(read.counts(Arm.CANDIDATE).orElseThrow().absences()).as(client)
                    .containsEntry(Counter.CONNECTIONS_IN_USE,
                            "the 6 s that it had for what is not timed are over: candidate did not answer");
        }
        long before = time.nanos();
        assertThatThrownBy(() -> FootprintSlice.of(fork(TWENTY_SECONDS), 1)).isInstanceOf(Unanswered.class);
        assertThat(Duration.ofNanos(time.nanos() - before)).isLessThan(Duration.ofSeconds(7));
    }

    private PacedFork fork(long slow) {
        PacedFork fork = new PacedFork(Arm.CANDIDATE, time, slow);
        fork.answersBy(time.nanos() + Allowance.LEAST.toNanos());
        return fork;
    }

    private Allowance allowance() {
        Allowance allowance = Allowance.of(Allowance.LEAST, time::nanos);
        allowance.start();
        return allowance;
    }

    private Duration spent() {
        return Duration.ofNanos(time.nanos() - start);
    }

    private static CellId cell(String client) {
        return new CellId(Dialect.POSTGRESQL, ClientId.of(client), "select-1");
    }

    private UntimedSlices slices(String client, Duration most) {
        return new UntimedSlices(cell(client), arm -> new UntimedSlices.Place(NOWHERE, NOWHERE, OptionalLong::empty), 4,
                forks, 1, most, time::nanos);
    }
}
