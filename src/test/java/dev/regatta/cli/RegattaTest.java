package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.regatta.protocol.CellId;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.Stream;

@Execution(ExecutionMode.CONCURRENT)
class RegattaTest extends CommandTest {

    static Stream<String> everyCommand() {
        return commands("", new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), new RealExplorations()).commandLine())
                .filter(command -> !command.endsWith("help"));
    }

    private static Stream<String> commands(String name, CommandLine line) {
        return Stream.concat(Stream.of(name), line.getSubcommands().entrySet().stream()
                .flatMap(command -> commands((name + " " + command.getKey()).strip(), command.getValue())));
    }

    @ParameterizedTest
    @MethodSource("everyCommand")
    void everyCommandHasHelpWithinAHundredColumns(String command) {
        assertThat(run((command + " --help").strip())).isZero();
        assertThat(out.toString()).contains(("Usage: regatta " + command).strip() + " [-hV]")
                .contains("--stacktrace").contains("--offline");
        assertThat(out.toString().lines()).allMatch(line -> line.length() <= 100);
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void theVersionIsTheBuilds() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("Regatta \\d+\\.\\d+\\.\\S+ on Java \\d+\\S*\\s+");
    }

    @Test
    void noCommandAndAnUnknownOneAreUsageErrors() {
        assertThat(run(new String[0])).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("regatta: a command is missing");
        assertThat(run("comprae")).isEqualTo(Exits.USAGE);
        assertThat(err.toString()).contains("compare").contains("Its help: regatta --help");
    }

    @Test
    void everyClientOfTheBaselinesCanBeRaced() throws IOException {
        var cells = new TreeSet<CellId>();
        for (String database : List.of("postgresql", "mariadb")) {
            JsonMapper.shared().readTree(Path.of("baselines", database + ".json").toFile()).get("environments")
                    .forEach(environment -> environment.get("cells").propertyNames()
                            .forEach(name -> cells.add(CellId.of(name))));
        }
        assertThat(cells).isNotEmpty();
        pairs = 16;
        for (CellId cell : cells) {
            races.clear();
            String inFlight = cell.client().pool().map(size -> " --concurrency " + 16 * size).orElse("");
            run("compare --client " + cell.client() + " --workload " + cell.workload() + " --baseline 1" + inFlight);
            assertThat(races).as("%s: %s", cell, err).hasSize(1);
            assertThat(races.getFirst().cells()).containsExactly(cell);
        }
        assertThat(cells).extracting(cell -> cell.client().stack())
                .containsAll(Stacks.all().stream().filter(Stack::judged).map(Stack::id).toList());
    }

    /** 1 would say that something regressed. */
    @Test
    void anErrorOfJavaIsNoVerdictAndASentence() {
        for (Error error : List.of(new OutOfMemoryError("Java heap space"), new NoClassDefFoundError("a/B"),
                new ExceptionInInitializerError(new IllegalStateException("no\nmemory")))) {
            err.getBuffer().setLength(0);
            assertThat(exitCode(error)).isEqualTo(Exits.NO_VERDICT);
            assertThat(err.toString().lines()).singleElement(STRING).startsWith("regatta: there is no verdict")
                    .containsAnyOf("OutOfMemoryError: Java heap space", "NoClassDefFoundError: a/B",
                            "IllegalStateException: no memory");
        }
        assertThat(exitCode(new StackOverflowError(), "--stacktrace")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("java.lang.StackOverflowError").contains("\tat ");
    }

    /** Where the command itself cannot be made. */
    @Test
    void anErrorBeforeTheCommandIsReadIsNoVerdictEither() {
        assertThat(Regatta.exitCode(() -> {
            throw new NoClassDefFoundError("a/B");
        }, new PrintWriter(err), "doctor")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("NoClassDefFoundError: a/B");
    }

    /** It exited with 0 where the disk was full. */
    @Test
    void outputThatIsLostIsNoPass() {
        CommandLine line = new Regatta(maven -> null, (settings, progress) -> null, Map.of(), new Properties(),
                new RealExplorations()).commandLine();
        line.setOut(new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int from, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {
                // Nothing was kept.
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        }));
        assertThat(Regatta.exitCode(() -> line, new PrintWriter(err), "workloads")).isEqualTo(Exits.NO_VERDICT);
        assertThat(err.toString()).contains("regatta: its output could not be written");
    }

    private int exitCode(Error error, String... more) {
        return Regatta.exitCode(() -> new Regatta(maven -> {
            throw error;
        }, (settings, progress) -> {
            throw error;
        }, Map.of(), new Properties(), new RealExplorations()).commandLine(), new PrintWriter(err),
                Stream.concat(Stream.of("compare",
                        "--client", "pgjdbc+hikari/platform", "--workload", "select-1", "--baseline", "42.2.21"),
                        Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void aThreadThatDiesIsALineAndNoTrace() {
        var failure = new IllegalStateException("outer", new IOException("no such\nfile"));
        assertThat(Regatta.died(new Thread("cleaner"), failure))
                .startsWith("[regatta] the thread cleaner ended: java.io.IOException: no such")
                .contains(", at dev.regatta.cli.RegattaTest.").doesNotContain("\n");
    }
}
