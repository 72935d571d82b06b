package dev.regatta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.regatta.experiment.Settings;
import dev.regatta.workload.Dialect;
import dev.regatta.workload.Workload;
import dev.regatta.workload.Workloads;
import dev.regatta.workload.World;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The README tells the truth: its commands, settings, packages and links exist. */
class ReadmeTest {

    private static final String README = read("README.md");

    @Test
    void everyPackageIsInItsTableAndNothingElse() throws IOException {
        Set<String> real;
        try (Stream<Path> folders = Files.list(Path.of("src/main/java/dev/regatta"))) {
            real = folders.map(folder -> folder.getFileName().toString())
                    .collect(Collectors.toCollection(TreeSet::new));
        }
        String table = README.substring(README.indexOf("| package | purpose |"));
        assertThat(new TreeSet<>(matches("^\\| `([a-z]+)` \\|", table))).isEqualTo(real);
    }

    @Test
    void everyWorkloadIsInItsTableInTheOrderOfReports() {
        String table = README.substring(README.indexOf("## The workloads"), README.indexOf("## How to add a workload"));
        assertThat(matches("^\\| `([a-z0-9-]+)`", table))
                .isEqualTo(Workloads.all().stream().map(Workload::id).toList());
    }

    @Test
    void theWorkloadsWithAStarAreThoseOfTheDefaultSuite() {
        String suite = read("src/test/java/dev/regatta/suite/PostgresqlIT.java")
                + read("src/test/java/dev/regatta/suite/MariaDbIT.java");
        assertThat(matches("^\\| `([a-z0-9-]+)` \\*", README)).isEqualTo(Workloads.all().stream().map(Workload::id)
                .filter(id -> suite.contains('"' + id + '"')).toList());
    }

    @Test
    void everyTableItReplacesIsNamed() {
        String sentence = README.substring(README.indexOf("Regatta replaces the tables"),
                README.indexOf("## The workloads"));
        for (Dialect dialect : Dialect.values()) {
            List<String> tables = matches("CREATE (?:UNLOGGED )?TABLE ([a-z0-9]+)",
                    String.join("\n", World.statements(dialect)));
            assertThat(tables).hasSizeGreaterThan(60).filteredOn(table -> !table.matches("(parent|child)\\d\\d"))
                    .allSatisfy(table -> assertThat(sentence).contains('`' + table + '`'));
        }
    }

    @Test
    void everySettingItNamesIsKnown() {
        for (String setting : matches("-D(regatta\\.[a-z.]*[a-z])", README)) {
            Properties properties = new Properties();
            properties.setProperty(setting, "x");
            assertThatCode(() -> new Settings(properties)).as(setting).doesNotThrowAnyException();
        }
    }

    @Test
    void everySettingThereIsIsInItsTable() {
        String table = README.substring(README.indexOf("| setting | means |"));
        for (String setting : Settings.names()) {
            assertThat(table).as(setting).contains("`-D" + setting + "`");
        }
    }

    @Test
    void theCommandsItGivesAreTheOnesThatMustPass() {
        String run = read(".ci/run");
        assertThat(run).contains("mvn -B -ntp verify").contains("-Dregatta.database=embedded")
                .contains(".ci/containers mvn -B -ntp verify").contains("-Dregatta.cells=");
    }

    @Test
    void everyFileItLinksExists() {
        List<String> links = matches("\\]\\(([^)#:]+)\\)", README + read("docs/baselines.md"));
        assertThat(links).isNotEmpty().allSatisfy(link -> assertThat(Path.of(link)).exists());
    }

    private static List<String> matches(String pattern, String text) {
        return Pattern.compile(pattern, Pattern.MULTILINE).matcher(text).results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }

    private static String read(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
