package dev.regatta.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.gate.Measured;
import dev.regatta.load.Arrivals;
import dev.regatta.load.Threading;
import dev.regatta.results.MeasuredRun;
import dev.regatta.results.RunFacts;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

class JsonTest {

    private static final ClientId CLIENT = ClientId.of("pgjdbc+hikari/virtual");
    private static final Pins PINS = new Pins(7, 9, 1, List.of(new PinnedStack(7, "native", List.of("a.B.c:1"))),
            List.of(new PinnedStack(1, "MONITOR", List.of("a.B.c(B.java:1) <== monitors:1"))));
    private static final StackSamples SAMPLES = new StackSamples(9, 4,
            List.of(new SampledFrame("a.B.c", SampledFrame.State.NATIVE, 4, 3)));

    @Test
    void nullIsNoValue() {
        assertThatThrownBy(() -> Json.read(" null ", Command.class, "command"))
                .isInstanceOf(IllegalArgumentException.class).hasMessage("command: found 'null', expected a value");
    }

    @Test
    void commandsAndAnswersSurviveTheirLine() {
        List<Command> commands = List.of(
                new Command.Open(CLIENT, "select-1", new Endpoint(Dialect.POSTGRESQL, "h", 1, "d", "u", "p"), 4,
                        Map.of("a", "b")),
                new Command.Check(3, 7), new Command.Run(100, 5, -9), new Command.Record(1, 2, 3),
                new Command.Profile(1, 2, 3, "a.jfr"), new Command.Inspect(1, 2),
                new Command.Reset(), new Command.Shut(), new Command.Close(),
                new Command.Offer(1234.5, Arrivals.POISSON, 100, 5, -9),
                new Command.Meter(new Command.Open(CLIENT, "select-1",
                        new Endpoint(Dialect.POSTGRESQL, "h", 1, "d", "u", "p"), 4, Map.of()), 1, 2, 3),
                new Command.Sql(new Endpoint(Dialect.MARIADB, "h", 1, "d", "u", "p"), List.of("SELECT 1")),
                new Command.Describe(Description.SCHEMA));
        assertThat(commands).extracting(Object::getClass).containsExactlyInAnyOrder(kinds(Command.class));
        for (Command command : commands) {
            assertThat(Json.line(command)).doesNotContain("\n");
            assertThat(Json.read(Json.line(command), Command.class, "command")).isEqualTo(command);
        }
        List<Answer> answers = List.of(new Answer.Ready(1, "25"), new Answer.Closed(), new Answer.Reset(),
                new Answer.Shut(),
                new Answer.Ran(new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE), Optional.of(7L)),
                new Answer.Offered(
                        new Offering(new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE), 20, 8, 4, Measured.ONE),
                        Optional.of(7L)),
                new Answer.Failed("a\nb", "t"),
                new Answer.Checked(1, 0, "", Optional.of(9L), 2), new Answer.Opened("x.jar", "ab",
                        List.of(new Answer.Loaded("g:pool", "a.Pool", "p.jar", "cd"))),
                new Answer.Rows(List.of(List.of("1"))),
                new Answer.Described(new Description(new TreeMap<>(Map.of("pgjdbc", "api JDBC, pool NONE")),
                        List.of("-Xmx1g"), new TreeMap<>(Map.of(Dialect.MARIADB, new Description.Database(
                                new TreeMap<>(Map.of("select-1", new Description.Workload("ab", "cd"))), "ef",
                                new Description.Server("11.4.5", "mariadb:11.8", "mariadb:11.8@sha256:ab",
                                        new TreeMap<>(Map.of("ssl", "0")))))))),
                new Answer.Recorded(new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE), true, PINS),
                new Answer.Profiled(new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE), SAMPLES),
                new Answer.Inspected(new Footprint(OptionalLong.of(7), OptionalLong.empty(),
                        Threads.of(new TreeMap<>(Map.of("reactor-tcp-epoll", 3))))),
                new Answer.Metered(new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE),
                        new TreeMap<>(Map.of(Counter.ACQUIRE_TIME, new Count(1200, 12)))));
        assertThat(answers).extracting(Object::getClass).containsExactlyInAnyOrder(kinds(Answer.class));
        for (Answer answer : answers) {
            assertThat(Json.line(answer)).doesNotContain("\n");
            assertThat(Json.read(Json.line(answer), Answer.class, "answer")).isEqualTo(answer);
        }
    }

    /** All that there are: one that is left out would not be missed. */
    private static Class<?>[] kinds(Class<?> sealed) {
        return sealed.getPermittedSubclasses();
    }

    @Test
    void resultsSurviveTheirFileByteForByte() {
        Slice slice = new Slice(10, 100, 12, 50, 0, 0, "", 3, Measured.ONE,
                Optional.of(new Resources(5000, 4, 1, 2, Optional.of(-7L), Optional.of(3L))));
        Surroundings dark = new Surroundings(5, OptionalLong.empty(), OptionalDouble.empty(), OptionalDouble.empty(),
                OptionalDouble.of(0.25), 7);
        Recipe recipe = new Recipe("pgjdbc+hikari", List.of(new Artifact("g:a:1", "0".repeat(64))), new TreeMap<>());
        CellMeasurement cell = Measured.depending(
                Measured.of(new CellId(Dialect.POSTGRESQL, CLIENT, "select-1"), recipe,
                        Optional.of(recipe), 4, 100,
                        List.of(new ForkStart(Arm.CANDIDATE, 1, 9, "25", "../base", List.of("j"), 30, true)),
                        List.of(new Pair(1, List.of(new ArmSlice(Arm.CANDIDATE, slice, dark)))), Optional.of("ended"),
                        true)
                        .and(Measured.pinned(
                                List.of(Pinning.of(Arm.CANDIDATE, PINS), Pinning.absent(Arm.BASELINE, "no recorder"))))
                        .and(Untimed.counted(List.of(new Counts(Arm.CANDIDATE,
                                new TreeMap<>(Map.of(Counter.ROUND_TRIPS, new Count(200, 100), Counter.THREADS,
                                        Count.level(Threads.of(new TreeMap<>(Map.of("a", 2, "b", 1)))))),
                                new TreeMap<>(Map.of(Counter.SERVER_MEMORY, "another host"))))))
                        .and(Measured.profiled(List.of(Profile.of(Arm.CANDIDATE, "a.jfr", SAMPLES),
                                Profile.absent(Arm.BASELINE, "died")))),
                Map.of(Arm.CANDIDATE, new Inputs(new TreeMap<>(Map.of("jdk", "25")))));
        MeasuredRun results = new MeasuredRun(
                new RunFacts(RunFacts.SCHEMA, "0.1", "2026-11-20T00:00:00Z", "abc", 1, true,
                        List.of(cell.cell()), new TreeMap<>(Map.of(Dialect.POSTGRESQL,
                                new Fingerprint(new TreeMap<>(Map.of("jdk", "25"))))),
                        new TreeMap<>(Map.of(Dialect.POSTGRESQL, new TreeMap<>(Map.of("fsync", "off"))))),
                List.of(cell));
        String written = Json.pretty(results);
        assertThat(Json.read(written, MeasuredRun.class, "results")).isEqualTo(results);
        assertThat(Json.pretty(Json.read(written, MeasuredRun.class, "results"))).isEqualTo(written);
    }

    @Test
    void sharesOfOperationsAreWrittenWithSixDecimals() {
        Slice slice = new Slice(2.0 / 3, 100, 1, 50, 0, 0, "", 3, Measured.ONE);
        assertThat(Json.line(slice)).contains("\"operations\":0.666667,");
        assertThat(slice.throughput()).isEqualTo(0.666667e7);
        assertThat(new Slice(0, 100, 0, 50, 0, 0, "", 3, Latencies.NONE).throughput()).as("half an operation")
                .isEqualTo(0.5e7);
        assertThat(new Slice(0.02, 100, 1, 50, 0, 0, "", 3, Measured.ONE).throughput()).as("a share").isEqualTo(0.02e7);
    }

    @Test
    void bothArmsOfADuelRaceOnOneServerUnlessTheirNamesDiffer() {
        ForkStart candidate = new ForkStart(Arm.CANDIDATE, 1, 9, "25", "", List.of(), 30, true).on(ServerName.of("a"));
        ForkStart baseline = new ForkStart(Arm.BASELINE, 1, 8, "25", "", List.of(), 30, true);
        ForkStart reference = new ForkStart(Arm.REFERENCE, 1, 8, "25", "", List.of(), 30, true).on(ServerName.of("c"));
        assertThat(ForkStart.sameServer(List.of(candidate, baseline.on(ServerName.of("a")), reference))).isTrue();
        assertThat(ForkStart.sameServer(List.of(candidate, baseline.on(ServerName.of("b")), reference))).isFalse();
        assertThat(ForkStart.sameServer(List.of())).isTrue();
    }

    @Test
    void partsOfACountAddUpToIt() {
        assertThat(Count.level(Threads.of(new TreeMap<>(Map.of("a", 2, "b", 1)))).total()).isEqualTo(3);
        assertThatThrownBy(() -> new Count(4, 1, new TreeMap<>(Map.of("a", 3))))
                .hasMessage("{a=3} does not add up to 4");
    }

    @Test
    void aReadingOfPinnedThreadsIsThereOrHasAReason() {
        assertThatThrownBy(() -> new Pinning(Arm.CANDIDATE, Optional.empty(), ""))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("the reason why");
        assertThatThrownBy(() -> Pinning.of(Arm.CANDIDATE, new Pins(0, 0, 0, List.of(), List.of())))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at least one operation");
    }

    @Test
    void unknownDuplicateMissingAndTrailingContentIsRefusedWithItsPlace() {
        assertRefused("{\"command\":\"check\",\"operations\":1,\"seed\":1,\"extra\":2}", "extra");
        assertRefused("{\"command\":\"check\",\"operations\":1,\"operations\":1,\"seed\":1}", "operations");
        assertRefused("{\"command\":\"check\",\"operations\":1}", "seed");
        assertRefused("{\"command\":\"check\",\"operations\":1,\"seed\":1} {}", "Trailing");
        assertRefused("{\"command\":\"check\",\"operations\":NaN,\"seed\":1}", "NaN");
    }

    private static void assertRefused(String json, String named) {
        assertThatThrownBy(() -> Json.read(json, Command.class, "some file"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("some file ").hasMessageContaining(named);
    }

    @Test
    void aFileLargerThanAllowedIsNotRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("big.json");
        Files.writeString(file, " ".repeat(101));
        assertThatThrownBy(() -> Json.read(file, MeasuredRun.class, 100))
                .hasMessageContaining("big.json has 101 bytes");
    }

    @Test
    void namesParseBackToWhatTheyPrint() {
        CellId cell = CellId.of("mariadb/r2dbc-mariadb+r2dbc-pool/event-loop/rows-1000");
        assertThat(cell.client().threading()).isEqualTo(Threading.EVENT_LOOP);
        assertThat(cell.toString()).isEqualTo("mariadb/r2dbc-mariadb+r2dbc-pool/event-loop/rows-1000");
        assertThatThrownBy(() -> CellId.of("mariadb/x")).hasMessageContaining("database/client/threading/workload");
        assertThatThrownBy(() -> ClientId.of("pgjdbc/green")).hasMessageContaining("platform, virtual, event-loop");
    }

    @Test
    void changesOfARecipeAreNamedByModule() {
        Artifact old = new Artifact("org.postgresql:postgresql:42.7.13", "0".repeat(64));
        Artifact bumped = new Artifact("org.postgresql:postgresql:42.7.14", "1".repeat(64));
        Artifact rebuilt = new Artifact("org.postgresql:postgresql:42.7.14", "2".repeat(64));
        Artifact pool = new Artifact("com.zaxxer:HikariCP:7.1.0", "3".repeat(64));
        Recipe before = new Recipe("s", List.of(old, pool), new TreeMap<>());
        assertThat(new Recipe("s", List.of(bumped), new TreeMap<>(Map.of("a", "1"))).changesFrom(before))
                .extracting(Change::toString).containsExactly(
                        "postgresql 42.7.13 -> 42.7.14", "HikariCP 7.1.0 -> none", "options {} -> {a=1}");
        assertThat(new Recipe("s", List.of(rebuilt), new TreeMap<>())
                .changesFrom(new Recipe("s", List.of(bumped), new TreeMap<>())))
                .extracting(Change::toString).containsExactly("postgresql 42.7.14 with other contents");
        assertThat(before.changesFrom(before)).isEmpty();
    }
}
