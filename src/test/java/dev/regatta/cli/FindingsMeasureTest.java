package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.regatta.explore.Exploration;
import dev.regatta.explore.ExplorationFile;
import dev.regatta.explore.Facts;
import dev.regatta.findings.Claims;
import dev.regatta.findings.Study;
import dev.regatta.protocol.Fingerprint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * {@code regatta findings --measure} explores what is missing; it changes where this JVM's checkout is, and runs alone.
 */
@Isolated
class FindingsMeasureTest {

    private static final List<Study> STUDIES = Claims.all().stream().flatMap(claim -> claim.studies().stream())
            .distinct().toList();

    @TempDir
    private Path home;

    private final List<Path> explored = new ArrayList<>();
    private final List<String> results = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @AfterEach
    void back() {
        System.clearProperty(Regatta.HOME);
    }

    private int run(String... arguments) {
        System.setProperty(Regatta.HOME, home.toString());
        var line = new Regatta(maven -> {
            throw new AssertionError("nothing is resolved");
        }, (settings, progress) -> {
            throw new AssertionError("nothing is raced");
        }, Map.of(), new Properties(), (request, settings, progress) -> {
            explored.add(home.relativize(request.file()));
            results.add(settings.results().toString());
            return new Exploration(new Facts(Facts.SCHEMA, "0", "abc", "2026-01-01T00:00:00Z",
                    request.plan().orElseThrow(), request.ask(), new TreeMap<>(), new Fingerprint(new TreeMap<>()),
                    false), List.of(),
                    List.of());
        }).commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }

    @Test
    void whatIsMissingIsExploredWithTheSettingsGivenAndEndsWhereItDoes() throws Exception {
        Study kept = STUDIES.getFirst();
        Files.createDirectories(home.resolve(kept.file()).getParent());
        Files.copy(Path.of(kept.file()), home.resolve(kept.file()));
        assertThat(ExplorationFile.read(home.resolve(kept.file())).facts().complete()).isTrue();
        // What comes back is incomplete, so that the first that is missing is the last.
        assertThat(run("findings", "--measure", "-Dregatta.results=" + home.resolve("elsewhere"))).as(err.toString())
                .isEqualTo(Exits.NO_VERDICT);
        assertThat(explored).containsExactly(Path.of(STUDIES.get(1).file()));
        assertThat(results).containsExactly(home.resolve("elsewhere").toString());
        assertThat(err.toString()).contains("measuring " + STUDIES.get(1).id());
    }
}
