package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.settings.Settings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class CommandSettingsTest extends CommandTest {

    private static final String CELL = "--client pgjdbc+hikari/platform --workload select-1 ";
    /** What each command cannot do without. */
    private static final Map<String, String> REQUIRED = Map.of("compare", CELL + "--baseline 42.7.9", "bisect",
            CELL + "--good 1 --bad 2", "explore", CELL, "judge", "results.jsonl.gz", "export",
            "--format csv results.jsonl.gz", "baseline diff", "one other");

    static List<String> commands() {
        return CommandSettings.commands();
    }

    private static String line(String command) {
        return (command.replace("FILES…", "results.jsonl.gz") + " " + REQUIRED.getOrDefault(command, "")).strip();
    }

    private static ParseResult parsed(String command) {
        return regatta().parseArgs(line(command).split(" +"));
    }

    private static CommandLine regatta() {
        return new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), new RealExplorations()).commandLine();
    }

    @Test
    void everyCommandSaysWhatItObeys() {
        assertThat(commands().stream().filter(command -> !command.contains("--") && !command.contains("FILES")))
                .containsExactlyInAnyOrderElementsOf(commands("", regatta()).toList());
    }

    private static Stream<String> commands(String name, CommandLine line) {
        return line.getSubcommands().entrySet().stream().flatMap(command -> {
            String whole = (name + " " + command.getKey()).strip();
            return Stream.concat(Stream.of(whole), commands(whole, command.getValue()));
        });
    }

    /** None is obeyed by no command but those of which `mvn verify` alone knows something. */
    @Test
    void everySettingIsOfSomeCommandOrOfMaven() {
        var some = new TreeSet<>(Settings.all());
        commands().forEach(command -> some.removeAll(CommandSettings.of(command)));
        assertThat(some).containsExactly("regatta.base.build", "regatta.baseline", "regatta.baseline.reason",
                "regatta.strict");
        assertThat(Settings.all()).containsAll(commands().stream().flatMap(command -> CommandSettings.of(command)
                .stream()).toList());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void whatIsNotObeyedIsRefused(String command) {
        ParseResult parsed = parsed(command);
        for (String setting : Settings.all()) {
            Optional<String> refusal = CommandSettings.refusal(parsed, List.of(setting));
            if (CommandSettings.of(command).contains(setting)) {
                assertThat(refusal).as(setting).isEmpty();
            } else {
                assertThat(refusal.orElseThrow())
                        .startsWith("-D" + setting + " is not for `regatta " + command + "`: ");
            }
        }
        assertThat(CommandSettings.refusal(parsed, List.of("java.io.tmpdir", "maven.repo.local"))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theVersionOfAClientIsRefused(String command) {
        ParseResult parsed = parsed(command);
        for (String property : Settings.versionProperties()) {
            assertThat(CommandSettings.refusal(parsed, List.of(property)).orElseThrow())
                    .startsWith("-D" + property + " is for `mvn verify`, not for `regatta ");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            compare --baseline 42.7.9 -Dpostgresql.version=42.7.10 | -Dpostgresql.version is for `mvn verify`, not for `regatta compare`: name the version of an arm with --baseline or --candidate
            compare --baseline 42.7.9 -Dregatta.cells=a | -Dregatta.cells is not for `regatta compare`: name them with --client and --workload
            compare --baseline 42.7.9 --budget 4m -Dregatta.budget=5m | --budget and -Dregatta.budget say the same: give one of them
            compare --baseline 42.7.9 --database embedded -Dregatta.database=external | --database and -Dregatta.database say the same
            compare --baseline 42.7.9 --seed 1 -Dregatta.seed=2 | --seed and -Dregatta.seed say the same
            compare --baseline 42.7.9 --latency 1ms -Dregatta.latency=2ms | --latency and -Dregatta.latency say the same
            compare --baseline 42.7.9 --pool 4 -Dregatta.connections=8 | --pool and -Dregatta.connections cannot be given together
            compare --baseline 42.7.9 --concurrency 4 -Dregatta.connections=8 | --concurrency and -Dregatta.connections say the same
            compare --baseline 42.7.9 -Dregata.budget=5m | unknown setting -Dregata.budget: did you mean -Dregatta.budget?
            compare --baseline 42.7.9 -Dbudget=5m | unknown setting -Dbudget: did you mean -Dregatta.budget?
            bisect --good 1 --bad 2 -Dregatta.jfr | -Dregatta.jfr is not for `regatta bisect`: leave it out, it would do nothing
            """)
    void aMistakeIsSaidBeforeAnythingIsRaced(String arguments, String sentence) {
        assertThat(run(arguments.replaceFirst(" ", " " + CELL))).isEqualTo(Exits.USAGE);
        assertThat(err.toString().replace(System.lineSeparator(), " ")).contains(sentence);
        assertThat(races).isEmpty();
    }

    /** As in Maven. */
    @ParameterizedTest
    @ValueSource(strings = {"-Dregatta.jfr", "-Dregatta.offline"})
    void aSwitchWithoutAValueIsTrue(String given) {
        assertThat(run("compare " + CELL + "--baseline 42.7.9 " + given)).isZero();
        assertThat(settings.get(given.substring(2))).contains("true");
    }

    @Test
    void whatIsObeyedReachesTheRace() {
        assertThat(run("compare " + CELL + "--baseline 42.7.9 -Dregatta.budget=5m -Dregatta.latency=1ms"
                + " -Dregatta.connections=7")).isZero();
        assertThat(settings.get("regatta.budget")).contains("5m");
        assertThat(settings.get("regatta.latency")).contains("1ms");
        assertThat(settings.get("regatta.connections")).contains("7");
    }

    @Test
    void theTableOfThePageIsThisOne() throws IOException {
        assertThat(Files.readString(Path.of("docs/commands.md"))).contains(table());
    }

    /** The table of all commands that obey a setting of their own, in Markdown. */
    private static String table() {
        return "| command | obeys |\n|---|---|\n| all that measure | " + words(CommandSettings.MEASURING) + " |\n"
                + CommandSettings.commands().stream()
                        .filter(command -> !CommandSettings.MAVEN.containsAll(CommandSettings.of(command)))
                        .map(command -> "| `" + command + "` | " + row(CommandSettings.of(command)) + " |\n")
                        .collect(Collectors.joining());
    }

    private static String row(SortedSet<String> obeyed) {
        return obeyed.containsAll(CommandSettings.MEASURING)
                ? "those, " + words(obeyed.stream().filter(name -> !CommandSettings.MEASURING.contains(name)).toList())
                : words(obeyed);
    }

    /** The names, without those that all commands obey. */
    private static String words(Collection<String> obeyed) {
        return obeyed.stream().filter(name -> !CommandSettings.MAVEN.contains(name))
                .map(name -> name.substring(CommandSettings.PREFIX.length()))
                .map(name -> Settings.ofDatabases().contains(CommandSettings.PREFIX + name)
                        ? name.replaceFirst("[.].*", "")
                        : name)
                .map(name -> "`" + name + "`").distinct().collect(Collectors.joining(", "));
    }
}
