package dev.regatta;

import static dev.regatta.Pages.read;
import static dev.regatta.Pages.matches;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.regatta.fork.Forks;
import dev.regatta.protocol.CellId;
import dev.regatta.settings.Settings;
import dev.regatta.stack.Stack;
import dev.regatta.stack.Stacks;
import dev.regatta.suite.Suites;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** README and the pages it leads to tell the truth: their clients, workloads, settings, packages and links exist. */
class ReadmeTest {

    private static final Path README = Path.of("README.md");
    private static final Path WORKLOADS = Path.of("docs/workloads.md");
    private static final Path SETTINGS = Path.of("docs/settings.md");

    private static final int MOST_LINES = 150;
    private static final int MOST_COLUMNS = 130;

    @Test
    void itIsOnePage() {
        assertThat(read(README).lines()).hasSizeLessThanOrEqualTo(MOST_LINES)
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(MOST_COLUMNS));
    }

    @Test
    void everyPackageIsInItsTableAndNothingElse() throws IOException {
        Set<String> real;
        try (Stream<Path> folders = Files.list(Path.of("src/main/java/dev/regatta"))) {
            real = folders.map(folder -> folder.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        String table = from("| package | purpose |", read(Path.of("docs/architecture.md")));
        assertThat(matches("^\\| `([a-z]+)` \\|", table)).containsExactlyInAnyOrderElementsOf(real);
    }

    @Test
    void theClassesToLookIntoExist() {
        String table = from("| question | class |", read(Path.of("docs/architecture.md")));
        assertThat(matches("`([a-z]+\\.[A-Z]\\w+)`", table.substring(0, table.indexOf("## Packages"))))
                .hasSizeGreaterThan(6)
                .allSatisfy(name -> assertThat(Path.of("src/main/java/dev/regatta", name.replace('.', '/') + ".java"))
                        .exists());
    }

    @Test
    void everyWorkloadIsInItsTableInTheOrderOfReports() {
        assertThat(matches("^\\| `([a-z0-9-]+)`", read(WORKLOADS)))
                .isEqualTo(Workloads.all().stream().map(Workload::id).toList());
        assertThat(read(README)).contains("There are " + Workloads.all().size() + " [workloads]");
    }

    @Test
    void theWorkloadsWithAStarAreThoseOfTheDefaultSuite() {
        Set<String> suite = Suites.byDefault().stream().map(CellId::workload).collect(Collectors.toSet());
        List<String> stars = matches("^\\| `([a-z0-9-]+)` \\*", read(WORKLOADS));
        assertThat(stars).hasSize(7)
                .isEqualTo(Workloads.all().stream().map(Workload::id).filter(suite::contains).toList());
        assertThat(read(README)).contains("Seven of them are in the default suite");
    }

    @Test
    void everyCellOfTheDefaultSuiteHasItsReason() {
        List<String> cells = Suites.byDefault().stream().map(CellId::toString).toList();
        String reasons = from("## Why these cells", read(WORKLOADS));
        assertThat(matches("^\\| `(\\S+/\\S+)` \\| \\w", reasons)).containsExactlyInAnyOrderElementsOf(cells);
        assertThat(reasons).contains("has " + cells.size() + " cells")
                .contains("`mvn verify -Pfull` adds " + Suites.fullOnly().size() + " cells.");
        assertThat(read(README)).contains("[its " + cells.size() + " cells]");
    }

    @Test
    void everyClientIsInTheTableOfItsDatabase() {
        for (Dialect dialect : Dialect.values()) {
            String clients = read(README).lines().map(line -> line.toLowerCase(Locale.ROOT))
                    .filter(line -> line.startsWith("| " + dialect.id() + " |")).map(line -> line.split("\\|")[2])
                    .collect(Collectors.joining("\n"));
            assertThat(matches("`([a-z0-9+-]+)`", clients)).containsExactlyInAnyOrderElementsOf(
                    Stacks.on(dialect).stream().filter(stack -> stack != Stacks.WIRE).map(Stack::id).toList());
        }
    }

    @Test
    void everyTableItReplacesIsNamed() {
        String section = from("## A server of your own", read(SETTINGS));
        String sentence = section.substring(0, section.indexOf("## On which JDK"));
        for (Dialect dialect : Dialect.values()) {
            List<String> tables = matches("CREATE (?:UNLOGGED )?TABLE ([a-z0-9]+)",
                    String.join("\n", World.statements(dialect)));
            assertThat(tables).hasSizeGreaterThan(60).filteredOn(table -> !table.matches("(parent|child)\\d\\d"))
                    .allSatisfy(table -> assertThat(sentence).contains('`' + table + '`'));
        }
    }

    @Test
    void everySettingThatAPageNamesIsKnown() {
        int named = 0;
        for (Path page : pages()) {
            for (String setting : matches("-D(regatta\\.[a-z.]*[a-z])", read(page))) {
                Properties properties = new Properties();
                properties.setProperty(setting, "");
                assertThatCode(() -> new Settings(properties)).as("%s of %s", setting, page)
                        .doesNotThrowAnyException();
                named++;
            }
        }
        assertThat(named).as("settings that pages name").isGreaterThan(50);
    }

    @Test
    void itsTableOfSettingsNamesThoseOfTheCode() {
        String table = String.join("\n", matches("^\\| (`-D[^|]*\\|[^|]*\\|)", read(SETTINGS)));
        var named = new TreeSet<>(matches("`-D(regatta\\.[a-z.]*[a-z])`", table));
        // Of images it says with words that `.digest` may stand behind.
        Settings.ofDatabases().stream().filter(setting -> setting.endsWith(".digest")).forEach(named::add);
        assertThat(named).isEqualTo(Settings.all());
    }

    @Test
    void itsTableOfSettingsTellsTheOptionsOfWorkers() {
        assertThat(read(SETTINGS)).contains("| `" + String.join(" ", Forks.JVM_OPTIONS) + "` |");
    }

    @Test
    void everyPageIsReachedFromIt() {
        Set<Path> reached = new TreeSet<>(Set.of(README));
        Deque<Path> open = new ArrayDeque<>(reached);
        while (!open.isEmpty()) {
            Path page = open.remove();
            for (String link : matches("\\]\\(([^)#:\\s]+)", read(page))) {
                Path target = page.resolveSibling(link).normalize();
                if (link.endsWith(".md") && reached.add(target)) {
                    open.add(target);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrderElementsOf(pages());
    }

    @Test
    void everySectionThatALinkNamesExists() {
        int named = 0;
        for (Path page : pages()) {
            for (String link : matches("\\]\\(([^):\\s]*#[^)\\s]+)\\)", read(page))) {
                String[] parts = link.split("#");
                Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
                assertThat(matches("^##+ (.+)$", read(target)).stream().map(ReadmeTest::anchor))
                        .as("%s of %s", link, page).contains(parts[1]);
                named++;
            }
        }
        assertThat(named).as("links to sections").isGreaterThan(20);
    }

    @Test
    void everyPictureExistsAndIsShown() throws IOException {
        Set<Path> shown = pages().stream()
                .flatMap(page -> matches("(?:!\\[[^]]*\\]\\(|src=\"|srcset=\")([^)\"]+)", read(page)).stream()
                        .map(picture -> page.resolveSibling(picture).normalize()))
                .collect(Collectors.toSet());
        try (Stream<Path> pictures = Files.walk(Path.of("docs/images"))) {
            assertThat(shown).containsExactlyInAnyOrderElementsOf(
                    pictures.filter(file -> file.toString().matches(".*\\.(png|svg)")).toList());
        }
    }

    /** The fragment under which GitHub shows a heading. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 -]", "").replace(' ', '-');
    }

    private static List<Path> pages() {
        try (Stream<Path> top = Files.list(Path.of("")); Stream<Path> docs = Files.list(Path.of("docs"))) {
            return Stream.concat(top, docs).filter(file -> file.toString().endsWith(".md")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String from(String start, String text) {
        assertThat(text).contains(start);
        return text.substring(text.indexOf(start));
    }
}
