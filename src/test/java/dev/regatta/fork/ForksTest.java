package dev.regatta.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.Script;
import dev.regatta.host.Placement;
import dev.regatta.protocol.Arm;
import dev.regatta.protocol.ClientId;
import dev.regatta.protocol.Recipe;
import dev.regatta.recipe.Jdk;
import dev.regatta.recipe.ResolvedRecipe;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Endpoint;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Which forks stay for the next race. */
class ForksTest {

    private static final ClientId CLIENT = ClientId.of("pgjdbc+hikari/platform");
    private static final ClientId OTHER = ClientId.of("pgjdbc+hikari/virtual");
    private static final ArmSetup OLD = setup("1");
    private static final ArmSetup NEW = setup("2");
    private static final ArmSetup NEWEST = setup("3");
    private static final ArmSetup WIRE = setup("wire");
    private static final Forks.Key CANDIDATE = key(CLIENT, Arm.CANDIDATE, NEW);
    private static final Forks.Key BASELINE = key(CLIENT, Arm.BASELINE, OLD);
    private static final Forks.Key REFERENCE = key(CLIENT, Arm.REFERENCE, WIRE);
    private static final List<Forks.Key> RUNNING = List.of(CANDIDATE, BASELINE, REFERENCE);
    private static final Map<Forks.Key, Boolean> WARM = warm(RUNNING);

    @Test
    void bothArmsStayForTheNextCellOfTheirClient() {
        assertThat(kept(CLIENT, Map.of(Arm.CANDIDATE, NEW, Arm.BASELINE, OLD))).isEqualTo(RUNNING);
    }

    @Test
    void theReferenceStaysForAllClientsOfItsDatabase() {
        assertThat(kept(OTHER, Map.of(Arm.CANDIDATE, NEW, Arm.REFERENCE, WIRE))).containsExactly(REFERENCE);
        assertThat(RUNNING).allMatch(Forks.unwanted(WARM, Dialect.MARIADB, CLIENT,
                Map.of(Arm.CANDIDATE, NEW, Arm.BASELINE, OLD)));
    }

    /** As in a search, whose baseline is always the same: warm for minutes, it made each new candidate look slower. */
    @Test
    void anArmThatIsWarmDoesNotRaceOneThatIsNot() {
        assertThat(kept(CLIENT, Map.of(Arm.CANDIDATE, NEWEST, Arm.BASELINE, OLD))).containsExactly(REFERENCE);
        assertThat(kept(CLIENT, Map.of(Arm.CANDIDATE, NEW, Arm.BASELINE, NEWEST))).containsExactly(REFERENCE);
        assertThat(kept(CLIENT, Map.of(Arm.CANDIDATE, NEW))).as("a check, without a baseline").containsExactly(
                CANDIDATE,
                REFERENCE);
    }

    /** The forks of the next race start while its server does: before anybody asks which of the last race stay. */
    @Test
    void oneThatWasJustStartedIsNotWarm() {
        var arms = Map.of(Arm.CANDIDATE, NEW, Arm.BASELINE, OLD);
        assertThat(RUNNING).filteredOn(Forks.unwanted(Map.of(CANDIDATE, false, BASELINE, true, REFERENCE, true),
                Dialect.POSTGRESQL, CLIENT, arms)).containsExactly(CANDIDATE, BASELINE);
        assertThat(RUNNING).noneMatch(Forks.unwanted(Map.of(CANDIDATE, false, BASELINE, false, REFERENCE, true),
                Dialect.POSTGRESQL, CLIENT, arms));
        Forks.Key second = key(CLIENT, Arm.BASELINE, 2, OLD);
        assertThat(List.of(CANDIDATE, BASELINE, second)).as("no candidate of the second set")
                .allMatch(Forks.unwanted(warm(List.of(CANDIDATE, BASELINE, second)), Dialect.POSTGRESQL, CLIENT, arms));
    }

    @Test
    void eachOfTwoClientsThatRaceStaysForTheirNextWorkload() {
        ArmSetup older = OLD.as(CLIENT);
        ArmSetup newer = NEW.as(OTHER);
        var running = List.of(key(OTHER, Arm.CANDIDATE, newer), key(CLIENT, Arm.BASELINE, older));
        assertThat(running).noneMatch(Forks.unwanted(warm(running), Dialect.POSTGRESQL, OTHER,
                Map.of(Arm.CANDIDATE, newer, Arm.BASELINE, older)));
        assertThat(running).allMatch(Forks.unwanted(warm(running), Dialect.POSTGRESQL, OTHER,
                Map.of(Arm.CANDIDATE, newer, Arm.BASELINE, OLD.as(OTHER))));
    }

    /** A set whose one fork has died while it was kept warm would race a fresh JVM against one that ran for minutes. */
    @Test
    void aDeadForkTakesThoseOfItsSetAlong(@TempDir Path folder) throws Exception {
        Path launcher = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Script.write(launcher, "exec cat");
        ArmSetup setup = new ArmSetup(NEW.recipe(), new Jdk(folder.resolve("jdk"), 25, "25"), NEW.harness());
        try (var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(1), Duration.ZERO), List.of())) {
            WorkerFork candidate = launched(forks, Arm.CANDIDATE, 1, setup);
            WorkerFork baseline = launched(forks, Arm.BASELINE, 1, setup);
            WorkerFork next = launched(forks, Arm.CANDIDATE, 2, setup);
            forks.renew(1);
            assertThat(launched(forks, Arm.CANDIDATE, 1, setup)).as("all live").isSameAs(candidate);
            baseline.kill();
            forks.renew(2);
            assertThat(launched(forks, Arm.CANDIDATE, 1, setup)).as("of another set").isSameAs(candidate);
            forks.renew(1);
            assertThat(candidate.alive()).isFalse();
            assertThat(launched(forks, Arm.CANDIDATE, 1, setup)).isNotSameAs(candidate);
            assertThat(launched(forks, Arm.CANDIDATE, 2, setup)).isSameAs(next);
        }
    }

    /** It was handed out to the next cell, which then had no counts. */
    @Test
    void aDeadForkDoesNotCountForTheNextCell(@TempDir Path folder) throws Exception {
        Path launcher = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Script.write(launcher, "echo '{\"answer\":\"ready\",\"pid\":1,\"jdk\":\"25\"}'; read -r line");
        ArmSetup setup = new ArmSetup(NEW.recipe(), new Jdk(folder.resolve("jdk"), 25, "25"), NEW.harness());
        try (var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(10), Duration.ZERO), List.of())) {
            Fork counting = untimed(forks, setup);
            assertThat(untimed(forks, setup)).as("live").isSameAs(counting);
            counting.kill();
            assertThat(untimed(forks, setup)).isNotSameAs(counting).extracting(Fork::alive).isEqualTo(true);
        }
    }

    private static Fork untimed(Forks forks, ArmSetup setup) throws MeasurementFailure {
        return forks.untimed(UntimedForks.Kind.METERED, Dialect.POSTGRESQL, CLIENT, Arm.CANDIDATE, setup, List.of());
    }

    /** On several JDKs it names its own, and was asked to encrypt, which it cannot. */
    @Test
    void theWireNeverEncrypts(@TempDir Path folder) throws Exception {
        assertThat(opened(folder.resolve("client"), CLIENT.on(21))).contains("regatta.tls");
        assertThat(opened(folder.resolve("wire"), ArmSetup.WIRE)).doesNotContain("regatta.tls");
        assertThat(opened(folder.resolve("wire21"), ArmSetup.WIRE.on(21))).doesNotContain("regatta.tls");
    }

    /** The command that opens a client where all encrypt. */
    private static String opened(Path folder, ClientId client) throws Exception {
        Path launcher = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Path command = folder.resolve("command");
        Script.write(launcher, "echo '{\"answer\":\"ready\",\"pid\":1,\"jdk\":\"25\"}'; read -r line; "
                + "echo \"$line\" > '" + command
                + "'; echo '{\"answer\":\"failed\",\"problem\":\"enough\",\"trace\":\"\"}'; read -r line");
        ArmSetup setup = new ArmSetup(NEW.recipe(), new Jdk(folder.resolve("jdk"), 25, "25"), NEW.harness());
        try (var forks = new Forks(Placement.NONE, folder.resolve("logs"),
                new AnswerTimeouts(Duration.ofSeconds(10), Duration.ZERO), List.of(), true)) {
            Fork fork = forks.of(Dialect.POSTGRESQL, client, Arm.REFERENCE, 1, setup);
            assertThatThrownBy(() -> fork.open("select-1",
                    new Endpoint(Dialect.POSTGRESQL, "127.0.0.1", 5432, "d", "u", "p"), 4))
                    .isInstanceOf(MeasurementFailure.class).hasMessageContaining("enough");
        }
        return Files.readString(command);
    }

    private static WorkerFork launched(Forks forks, Arm arm, int set, ArmSetup setup) throws MeasurementFailure {
        return forks.launch(Dialect.POSTGRESQL, CLIENT, arm, set, setup);
    }

    private static List<Forks.Key> kept(ClientId client, Map<Arm, ArmSetup> arms) {
        return RUNNING.stream().filter(Forks.unwanted(WARM, Dialect.POSTGRESQL, client, arms).negate()).toList();
    }

    private static Map<Forks.Key, Boolean> warm(List<Forks.Key> forks) {
        return forks.stream().collect(Collectors.toMap(fork -> fork, fork -> true));
    }

    private static Forks.Key key(ClientId client, Arm arm, ArmSetup setup) {
        return key(client, arm, 1, setup);
    }

    private static Forks.Key key(ClientId client, Arm arm, int set, ArmSetup setup) {
        return new Forks.Key(Dialect.POSTGRESQL, client, arm, set, setup);
    }

    private static ArmSetup setup(String name) {
        return ArmSetup.of(new ResolvedRecipe(new Recipe(name, List.of(), new TreeMap<>()), List.of()),
                new Jdk(Path.of("jdk"), 25, "25"));
    }
}
