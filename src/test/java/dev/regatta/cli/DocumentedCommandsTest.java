package dev.regatta.cli;

import static dev.regatta.Pages.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every command that a document shows is one, and every class and file it names exists. */
@Execution(ExecutionMode.CONCURRENT)
class DocumentedCommandsTest {

    private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]+)[^)]*\\)");
    private static final Pattern TYPE = Pattern.compile("@?([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)*)(?:#\\w+)?");
    private static final Path LANDING = Path.of(".ci/run");
    private static final Path NIGHT = Path.of(".github/workflows/nightly.yml");
    /** Types of others that documents speak of. */
    private static final Set<String> FOREIGN = Set.of("Disabled", "Statement", "PreparedStatement", "BeforeAll",
            "BeforeEach",
            "AfterEach", "CompletionStage", "Publisher", "Bean", "Transactional", "DataJpaTest", "EntityManager",
            "TestFactory", "JdbcDatabaseContainer", "Testcontainers", "Container");

    @Test
    void everyCommandIsUnderstood() {
        List<String> commands = documents().stream().flatMap(DocumentedCommandsTest::commands).distinct().toList();
        assertThat(commands).contains("mvn verify").hasSizeGreaterThanOrEqualTo(15)
                .anyMatch(command -> command.startsWith("./regatta compare --client"))
                .anyMatch(command -> command.startsWith("./regatta bisect --client"))
                .allSatisfy(command -> assertThatCode(new ShellCommand(command)::check).doesNotThrowAnyException());
    }

    /** As long as it is only understood, it may fail before it does anything. */
    @Test
    void everyCommandOfReadmeIsRunAsItStands() {
        var expected = new TreeMap<String, List<Path>>();
        List.of("mvn verify",
                "mvn verify -Dpostgresql.version=42.2.21 \"-Dregatta.cells=postgresql/pgjdbc+hikari/*/select-1\"",
                "./regatta doctor", "./regatta workloads")
                .forEach(command -> expected.put(command, List.of(LANDING)));
        List.of("mvn test", "mvn verify -Dpostgresql.version=42.7.13",
                "mvn verify -Dregatta.baseline=update \"-Dregatta.baseline.reason=driver 42.7.14\"",
                "./regatta compare --client pgjdbc+hikari/platform --workload select-1,point-select --baseline 42.7.9"
                        + " --candidate 42.7.14",
                "./regatta bisect --client pgjdbc+hikari/platform --workload select-1 --good 42.2.19 --bad 42.2.21",
                "./regatta explore --ask rate=2000/s,queries=5,rtt=1ms,sla=p99:20ms,cores=1", "./regatta selfcheck")
                .forEach(command -> expected.put(command, List.of(NIGHT)));
        var run = new TreeMap<String, List<Path>>();
        commands(Path.of("README.md")).distinct().forEach(command -> run.put(command,
                Stream.of(LANDING, NIGHT).filter(file -> run(file).anyMatch(command::equals)).toList()));
        assertThat(run).isEqualTo(expected);
    }

    /** The commands that this file runs, without what judges their exit code or takes their output. */
    private static Stream<String> run(Path file) {
        return read(file).replace("\\\n", " ").lines()
                .map(line -> line.strip().replaceFirst("^- run: ", "")
                        .replaceFirst("^\\.ci/ends (\"[\\d ]+\"|\\d) ", "").replaceFirst(" [|>] .*$", ""));
    }

    /** A sentence that README shows is compared with the one that came out. */
    @Test
    void theVerdictThatReadmeShowsIsCompared() {
        assertThat(read(LANDING)).containsPattern(
                "(?m)^\\.ci/ends 1 mvn verify -Dpostgresql.version=42.2.21 .* \\| tee (\\S+)\n\\.ci/shown \\1$");
        assertThat(read(Path.of("README.md")).lines().filter(line -> line.startsWith("Regressed: "))).hasSize(1);
    }

    @Test
    void everyCommandThereIsIsInItsTable() {
        Set<String> rows = Pattern.compile("(?m)^\\| `([a-z]+)[^`]*` \\|").matcher(read(Path.of("docs/commands.md")))
                .results().map(found -> found.group(1)).collect(Collectors.toSet());
        Set<String> real = new TreeSet<>(new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), new RealExplorations()).commandLine().getSubcommands().keySet());
        real.remove("help");
        assertThat(rows).isEqualTo(real);
    }

    @Test
    void everyTypeExists() throws IOException {
        Set<String> types;
        try (Stream<Path> ours = Files.walk(Path.of("src")); Stream<Path> others = Files.walk(Path.of("samples"))) {
            types = Stream.concat(ours, others).filter(file -> file.toString().endsWith(".java"))
                    .flatMap(file -> Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)").matcher(read(file))
                            .results().map(found -> found.group(1)))
                    .collect(Collectors.toSet());
        }
        assertThat(types).contains("Workloads", "Regressed");
        for (Path document : documents()) {
            assertThat(INLINE.matcher(prose(document)).results().map(found -> TYPE.matcher(found.group(1)))
                    .filter(Matcher::matches).map(found -> found.group(1))
                    .filter(name -> !FOREIGN.contains(name))).as(document.toString()).isSubsetOf(types);
        }
    }

    @Test
    void everyLinkLeadsSomewhere() {
        for (Path document : documents()) {
            Path folder = Path.of("").resolve(document).toAbsolutePath().getParent();
            assertThat(LINK.matcher(prose(document)).results().map(found -> found.group(1))
                    .filter(link -> !link.startsWith("https:")).toList())
                    .as(document.toString()).allSatisfy(link -> assertThat(folder.resolve(link)).exists());
        }
    }

    private static List<Path> documents() {
        try (Stream<Path> top = Files.list(Path.of(""));
                Stream<Path> more = Files.list(Path.of("docs"));
                Stream<Path> samples = Files.list(Path.of("samples"))) {
            return Stream.of(top, more, samples.map(sample -> sample.resolve("README.md"))).flatMap(files -> files)
                    .filter(file -> file.toString().endsWith(".md")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines of code blocks, and code between backticks. */
    private static Stream<String> commands(Path document) {
        String joined = read(document).replace("\\\n", " ");
        return Stream.concat(joined.lines().map(line -> line.replaceFirst("^\\$ ", "")),
                INLINE.matcher(prose(document)).results().map(found -> found.group(1)))
                .map(line -> line.replaceFirst(" +# .*", "").replace("FILES…", "results.jsonl.gz").strip())
                .filter(ShellCommand::isOne);
    }

    /** What stands outside of code blocks, which hold backticks of their own. */
    private static String prose(Path document) {
        return read(document).replaceAll("(?ms)^```.*?^```$", "");
    }
}
