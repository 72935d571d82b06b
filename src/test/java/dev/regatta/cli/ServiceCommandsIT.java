package dev.regatta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Races of services by the commands that a user would type: two versions of a framework are built for one, two services for the other. */
class ServiceCommandsIT {

    @TempDir
    private Path folder;

    /** Times need not be decided in a minute, but both arms are counted and timed. */
    private String compare(String... arguments) throws Exception {
        var out = new StringWriter();
        Path verdicts = folder.resolve("verdicts.json");
        List<String> words = new ArrayList<>(
                List.of("compare", "--workload", "persons", "--budget", "60s", "--database", "embedded",
                        "--json", verdicts.toString(), "-Dregatta.results=" + folder.resolve("results")));
        words.addAll(List.of(arguments));
        int code = new Regatta(MavenArtifactSource::new, RealDuels::new, Map.of(), System.getProperties(),
                new RealExplorations())
                .commandLine().setOut(new PrintWriter(out, true)).execute(words.toArray(String[]::new));
        System.out.println(out);
        assertThat(code).as(out.toString()).isIn(Exits.GOOD, Exits.REGRESSED, Exits.NO_VERDICT);
        String judged = Files.readString(verdicts);
        assertThat(judged).contains("persons()").containsPattern("\"pairs\"\\s*:\\s*[1-9]")
                .doesNotContain("\"invalid\"");
        assertThat(ProcessHandle.current().descendants().filter(process -> process.info().commandLine()
                .filter(line -> line.contains("service.jar") || line.contains("GeneratorMain")).isPresent())).isEmpty();
        return judged;
    }

    /** The older one, and that of the POM. */
    @Test
    void twoVersionsOfAFrameworkRace() throws Exception {
        assertThat(compare("--service", "spring-mvc+jdbc", "--baseline", "4.1.0")).contains("\"spring-boot\"",
                "\"4.1.0\"");
    }

    @Test
    void twoServicesRace() throws Exception {
        assertThat(compare("--baseline-service", "spring-mvc+jdbc/platform", "--candidate-service",
                "spring-mvc+jdbc/virtual",
                "--concurrency", "16")).contains("spring-mvc+jdbc/platform", "spring-mvc+jdbc/virtual");
    }
}
