package dev.regatta.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.regatta.operations.OperationRaces.Ruling;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/** In processes that are real, of which one is the engine itself. */
@Execution(ExecutionMode.CONCURRENT)
class EngineProcessTest {

    private static final String CLASS_PATH = System.getProperty("java.class.path");

    private final List<String> said = new ArrayList<>();
    private final Properties properties = new Properties();
    private final Map<String, String> parameters = new HashMap<>();
    private Duration patience = Duration.ofMinutes(1);

    private EngineProcess scripted(String... arguments) {
        return engine(ScriptedEngine.class.getName(), arguments);
    }

    private EngineProcess engine(String main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", CLASS_PATH, main));
        command.addAll(List.of(arguments));
        return new EngineProcess(() -> new EngineCommand(ProcessHandle.current().info().command().orElseThrow(),
                List.of(), command, Optional.empty(), Optional.of("on another JDK")),
                properties, name -> Optional.ofNullable(parameters.get(name)), said::add, patience);
    }

    private static OperationCase operation(String method) {
        return new OperationCase("postgresql", "shop.Orders", method, "platform", 8);
    }

    private OperationRaces.Run open(String... methods) {
        return scripted().open(List.of(methods).stream().map(EngineProcessTest::operation).toList(), "today's");
    }

    @Test
    void whatIsSaidComesOutAndEachRulingArrives() {
        properties.setProperty("regatta.base", "origin/main");
        properties.setProperty("surefire.test.class.path", "long");
        try (OperationRaces.Run run = open(Line.PASSED, Line.FAILED, Line.UNDECIDED)) {
            assertThat(said).containsExactly("[regatta] on another JDK",
                    "told [regatta.base=origin/main, passed [platform], failed [platform], undecided [platform]]");
            assertThat(run.race(operation(Line.PASSED), Optional.empty()))
                    .isEqualTo(new Ruling.Passed("the sentence of\nwhat passed"));
            assertThat(run.race(operation(Line.FAILED), Optional.empty()))
                    .isEqualTo(new Ruling.Failed("the sentence of\nwhat failed"));
            assertThat(run.race(operation(Line.UNDECIDED), Optional.empty()))
                    .isEqualTo(new Ruling.Undecided("the sentence of\nwhat undecided"));
            assertThat(said).contains("[regatta] racing undecided");
        }
    }

    /** As {@code REGATTA_BASELINE=update ./gradlew test}, by which the tests that count are updated. */
    @Test
    void someSettingsAreNoProperties() {
        parameters.putAll(Map.of("regatta.baseline", "update", "regatta.results", "there", "regatta.base", "1a2b"));
        properties.setProperty("regatta.results", "here");
        open("any").close();
        assertThat(said).contains("told [regatta.results=here, regatta.baseline=update, any [platform]]");
        // In the build file, for every run.
        properties.setProperty("regatta.base", "origin/main");
        open("other").close();
        assertThat(said).contains("told [regatta.results=here, regatta.baseline=update, other [platform]]");
    }

    @Test
    void theServerThatAClassGaveArrivesWhereOneIsNeeded() {
        var at = new DatabaseAddress("postgresql", "::1", 5432, "shop", "app", "ta\tb \u00fc");
        try (OperationRaces.Run run = open(Line.PASSED, "spared")) {
            assertThat(run.needsDatabase(operation(Line.PASSED))).isTrue();
            assertThat(run.needsDatabase(operation("spared"))).isFalse();
            run.race(operation(Line.PASSED), Optional.of(new GivenServer(at, "", "Orders.server()")));
            assertThat(said).contains("[regatta] on GivenServer[at=postgresql://app@::1:5432/shop, container=, "
                    + "by=Orders.server()], password ta\tb \u00fc");
        }
    }

    @Test
    void whatPreventsARunIsItsSentence() {
        properties.setProperty("refuse", "it");
        assertThatThrownBy(() -> open("any")).isInstanceOf(IllegalStateException.class)
                .hasMessage("-Dregatta.base=nowhere is no commit");
    }

    @Test
    void anOperationThatIsRefusedLeavesTheOthers() {
        try (OperationRaces.Run run = open("refused", Line.PASSED)) {
            assertThatThrownBy(() -> run.race(operation("refused"), Optional.empty()))
                    .isInstanceOf(IllegalStateException.class)
                    .isNotInstanceOf(OperationRaces.Lost.class).hasMessage("no such operation");
            assertThat(run.race(operation(Line.PASSED), Optional.empty())).isInstanceOf(Ruling.Passed.class);
        }
    }

    @Test
    void aReportThatFailsFails() {
        properties.setProperty("report", "fails");
        OperationRaces.Run run = open("any");
        assertThatThrownBy(run::close).isInstanceOf(AssertionError.class).hasMessage("the disk is full");
    }

    @Test
    void anEngineThatEndsIsSaidAndWhatItHasLeftIsEnded() {
        OperationRaces.Run run = open("lost");
        assertThatThrownBy(() -> run.race(operation("lost"), Optional.empty())).isInstanceOf(OperationRaces.Lost.class)
                .hasMessageMatching(
                        "the engine, process \\d+, ended with exit code 7 before it had answered 'race', so that nothing is known");
        assertThat(said).endsWith("[regatta] racing lost", "swept");
    }

    @Test
    void anEngineThatIsKilledIsSaidAndWhatItHasLeftIsEnded() {
        OperationRaces.Run run = open("killed");
        assertThatThrownBy(() -> run.race(operation("killed"), Optional.empty()))
                .isInstanceOf(OperationRaces.Lost.class)
                .hasMessageMatching(
                        "the engine, process \\d+, was killed by signal 9 before it had answered 'race', .*");
        assertThat(said).endsWith("swept");
    }

    @Test
    void anEngineThatDoesNotStartIsSaidWithItsLastWords() {
        assertThatThrownBy(() -> scripted("dead").open(List.of(), "")).isInstanceOf(OperationRaces.Lost.class)
                .hasMessageEndingWith(
                        "ended with exit code 1 before it had introduced itself, so that nothing is known;"
                                + " it last said: no memory for a heap");
    }

    /** Nor does what ends what it has left, which hangs as well. */
    @Test
    @Timeout(60)
    void anEngineThatHangsWhenItStartsIsNotWaitedForWithoutEnd() {
        patience = Duration.ofSeconds(2);
        assertThatThrownBy(() -> scripted("silent").open(List.of(), "")).isInstanceOf(OperationRaces.Lost.class)
                .hasMessageMatching(
                        "the engine, process \\d+, was killed after 2 s, before it had introduced itself, so"
                                + " that nothing is known");
    }

    @Test
    void anEngineOfAnotherVersionIsRefused() {
        assertThatThrownBy(() -> scripted("other-form").open(List.of(), "")).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("regatta engine 99")
                .hasMessageEndingWith("give dev.regatta:regatta and dev.regatta:regatta-junit the same version");
    }

    /** As far as it goes without a database. */
    @Test
    void theEngineItselfRulesWithTheSettingsOfThisJvm() {
        OperationCase open = operation("open");
        try (OperationRaces.Run run = engine(EngineJars.MAIN).open(List.of(open), CLASS_PATH)) {
            assertThat(run.race(open, Optional.empty())).isInstanceOf(Ruling.Undecided.class)
                    .extracting(Ruling::sentence)
                    .asString().startsWith("open [platform]: there is nothing to race against, as there is no ");
        }
        assertThat(said).anyMatch(line -> line.startsWith("[regatta] not raced: there is nothing to race against"));
        // What is said may be a secret, or a command to whom reads it.
        properties.setProperty("regatta.baselines", "token=hunter2 ##[error]");
        try (OperationRaces.Run run = engine(EngineJars.MAIN).open(List.of(open), CLASS_PATH)) {
            assertThat(run.race(open, Optional.empty()).sentence())
                    .contains("as there is no token=*** # #[error]/operations.json");
        }
        properties.setProperty("regatta.base", "token=hunter2 ##[error]");
        assertThatThrownBy(() -> engine(EngineJars.MAIN).open(List.of(open), CLASS_PATH)).hasMessageStartingWith(
                "-Dregatta.base=token=*** # #[error] is neither a folder nor a commit here");
        properties.setProperty("regata.base", "main");
        assertThatThrownBy(() -> engine(EngineJars.MAIN).open(List.of(open), CLASS_PATH))
                .hasMessage("unknown setting -Dregata.base: did you mean -Dregatta.base?");
    }
}
